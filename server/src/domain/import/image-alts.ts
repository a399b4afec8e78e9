import type { Changes } from "@shop/shared/admin/audit";
import type { ShownImage } from "@shop/shared/catalog/catalog";
import { isStorableLine } from "@shop/shared/query";
import { altLength } from "@shop/shared/shop";
import type { CurrentProduct } from "./current-products.ts";

type Lines = Changes[string][0] | undefined;

/** What the images of a product show, a line for each, the first one first; without empty lines at the end. */
export function altLines({ imageAlt, moreImages }: Pick<CurrentProduct, "imageAlt" | "moreImages">): string {
  return linesOf([imageAlt, ...moreImages.map(({ alt }) => alt)]);
}

/** The lines of texts of a file, each as a product can have it. */
export function linesOf(alts: readonly string[]): string {
  const usable = alts.map((alt) => (isStorableLine(alt) ? alt.trim().slice(0, altLength).toWellFormed() : ""));
  return usable.join("\n").replace(/\n+$/, "");
}

/** The text of the first image, and those of the others. */
export function altsOf(lines: Lines): { first: string; others: string[] } {
  const [first = "", ...others] = typeof lines === "string" ? lines.split("\n") : [];
  return { first, others };
}

/** Further images with the texts of lines. */
export function withAlts(images: readonly ShownImage[], lines: Lines): ShownImage[] {
  const { others } = altsOf(lines);
  return images.map(({ image }, place) => ({ image, alt: others[place] ?? "" }));
}

/** Whether a product has the texts of lines, as far as it has images yet. */
export function hasAlts(product: Pick<CurrentProduct, "imageAlt" | "moreImages">, lines: Lines): boolean {
  const { first, others } = altsOf(lines);
  return product.imageAlt === first && product.moreImages.every(({ alt }, place) => alt === (others[place] ?? ""));
}
