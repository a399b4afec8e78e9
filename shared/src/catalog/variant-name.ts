import type { ProductOption } from "./catalog.ts";

/** Without zod, because screens load this. */

/** What sets a variant apart: `Sand, M`. */
export function variantLabel(options: readonly ProductOption[], values: readonly number[]): string {
  return values.flatMap((value, place) => options[place]?.values[value]?.label ?? []).join(", ");
}

/** A product's name with what sets it apart in its group: `Linen Shirt · Sand, M`. */
export function fullName(name: string, variant: string | undefined): string {
  return variant === undefined || variant === "" ? name : `${name} · ${variant}`;
}
