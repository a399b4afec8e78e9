import type { ProductKind } from "../../kind.ts";

/** Review lines by mood: 4 and 5 stars, 3 stars, 1 and 2 stars. */
export type Remarks = {
  positive: readonly string[];
  middling: readonly string[];
  negative: readonly string[];
};

/**
 * Review lines of a department. Lines in `all` fit every kind and may mention a time span; lines of a kind never do, so
 * that any two of them can be combined.
 */
export type DepartmentRemarks = {
  all: Remarks;
  kinds: { readonly [kind in ProductKind]?: Remarks };
};
