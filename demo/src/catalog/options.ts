import type { ProductKind } from "../kind.ts";
import type { DemoProduct } from "../product.ts";
import { randomOf } from "./random.ts";

/** An option of a demo product, and which of its values the product of the catalog itself has. */
export type DemoOption = { name: string; values: readonly string[]; own: string };

/** Another size of a demo product. */
export type DemoVariant = { label: string; countInStock: number };

const letters: DemoOption = { name: "Size", values: ["XS", "S", "M", "L", "XL"], own: "M" };
const shoes: DemoOption = { name: "US size", values: ["7", "8", "9", "10", "11", "12"], own: "9" };

/** No image shows another color, so that no product promises one. */
const options: Partial<Record<ProductKind, DemoOption>> = {
  shirt: letters,
  tee: letters,
  sweater: letters,
  dress: letters,
  jacket: letters,
  coat: letters,
  jeans: { name: "Waist", values: ["28 in", "30 in", "32 in", "34 in", "36 in"], own: "32 in" },
  gloves: { name: "Size", values: ["S", "M", "L"], own: "M" },
  sneaker: shoes,
  boot: shoes,
  loafer: shoes,
  belt: { name: "Size", values: ["32 in", "34 in", "36 in", "38 in", "40 in"], own: "36 in" },
  ring: { name: "Ring size", values: ["5", "6", "7", "8", "9"], own: "7" },
};

/** The option of a product; nothing for what has one size. */
export function optionOf({ kind }: Pick<DemoProduct, "kind">): DemoOption | undefined {
  return options[kind];
}

/** The other sizes of a product in their order, one sold out here and there; none in stock where it is sold out itself. */
export function variantsOf({ slug, kind, countInStock }: DemoProduct): DemoVariant[] {
  const option = options[kind];
  if (option === undefined) return [];
  const random = randomOf(`sizes of ${slug}`);
  return option.values.flatMap((label) => {
    if (label === option.own) return [];
    const isSoldOut = countInStock === 0 || random.next() < 0.15;
    return { label, countInStock: isSoldOut ? 0 : 1 + Math.floor(random.next() * Math.min(countInStock, 40)) };
  });
}
