import type { ProductKind } from "../kind.ts";
import type { DemoProduct } from "../product.ts";
import { randomOf } from "./random.ts";

/** An option of a demo product, and which of its values the product of the catalog itself has. */
export type DemoOption = { name: string; values: readonly string[]; own: string };

/** A color of a demo product, and the slug of the images that show it. */
export type DemoColor = { label: string; swatch: string; imageSlug: string };

/** Another size or color of a demo product. `places`: of its values, from 0. */
export type DemoVariant = {
  label: string;
  places: readonly number[];
  color: DemoColor | undefined;
  countInStock: number;
};

const letters: DemoOption = { name: "Size", values: ["XS", "S", "M", "L", "XL"], own: "M" };
const shoes: DemoOption = { name: "US size", values: ["7", "8", "9", "10", "11", "12"], own: "9" };

/** The colors of products of which images show several; the first one is the product's own. No other product promises one. */
const colors: ReadonlyMap<string, readonly [own: DemoColor, ...others: DemoColor[]]> = new Map([
  [
    "mistral-packable-rain-jacket",
    [
      { label: "Yellow", swatch: "#d99a1c", imageSlug: "mistral-packable-rain-jacket" },
      { label: "Green", swatch: "#23805f", imageSlug: "mistral-packable-rain-jacket-green" },
    ],
  ],
  [
    "tempo-daily-running-shoes",
    [
      { label: "Teal", swatch: "#3c918c", imageSlug: "tempo-daily-running-shoes" },
      { label: "Raspberry", swatch: "#94404f", imageSlug: "tempo-daily-running-shoes-raspberry" },
    ],
  ],
  [
    "larch-fine-gauge-cardigan",
    [
      { label: "Cranberry", swatch: "#9c2f3f", imageSlug: "larch-fine-gauge-cardigan" },
      { label: "Green", swatch: "#567a38", imageSlug: "larch-fine-gauge-cardigan-moss" },
    ],
  ],
  [
    "amelie-satin-dress",
    [
      { label: "Green", swatch: "#1d6e60", imageSlug: "amelie-satin-dress" },
      { label: "Garnet", swatch: "#6e2230", imageSlug: "amelie-satin-dress-garnet" },
    ],
  ],
  [
    "skerry-lambswool-sweater",
    [
      { label: "Green", swatch: "#275249", imageSlug: "skerry-lambswool-sweater" },
      { label: "Navy", swatch: "#27335f", imageSlug: "skerry-lambswool-sweater-navy" },
    ],
  ],
  [
    "kettle-quilted-jacket",
    [
      { label: "Green", swatch: "#2c6146", imageSlug: "kettle-quilted-jacket" },
      { label: "Plum", swatch: "#5c3d58", imageSlug: "kettle-quilted-jacket-plum" },
    ],
  ],
]);

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

/** The colors of a product, its own first; none where images show one alone. */
export function colorsOf(slug: string): readonly DemoColor[] {
  return colors.get(slug) ?? [];
}

/** What sets a product apart from its other sizes and colors: "Yellow, M". Empty for what has one size. */
export function ownLabel(product: DemoProduct): string {
  const option = optionOf(product);
  return option === undefined ? "" : labelOf(colorsOf(product.slug)[0], option.own);
}

const labelOf = (color: DemoColor | undefined, size: string) =>
  color === undefined ? size : `${color.label}, ${size}`;

/**
 * The other sizes of a product in each of its colors, in their order, one sold out here and there; none in stock where it is
 * sold out itself.
 */
export function variantsOf(product: DemoProduct): DemoVariant[] {
  const { slug, countInStock } = product;
  const option = optionOf(product);
  if (option === undefined) return [];
  const random = randomOf(`sizes of ${slug}`);
  const ofColor = (color: DemoColor | undefined, place: number): DemoVariant[] =>
    option.values.flatMap((size, n) => {
      if (place === 0 && size === option.own) return [];
      const isSoldOut = countInStock === 0 || random.next() < 0.15;
      return {
        label: labelOf(color, size),
        places: color === undefined ? [n] : [place, n],
        color,
        countInStock: isSoldOut ? 0 : 1 + Math.floor(random.next() * Math.min(countInStock, 40)),
      };
    });
  const all = colorsOf(slug);
  return all.length === 0 ? ofColor(undefined, 0) : all.flatMap(ofColor);
}
