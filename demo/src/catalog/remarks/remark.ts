import type { ProductKind } from "../../kind.ts";

/** Things people say, by how content they are: 4 and 5 stars, 3 stars, 1 and 2 stars. */
export type Remarks = {
  positive: readonly string[];
  middling: readonly string[];
  negative: readonly string[];
};

/**
 * What people say about a department. Lines in `all` fit every kind of it and may name a span of time; lines of a kind
 * never do, so that any line of a kind can stand beside any line of the department.
 */
export type DepartmentRemarks = {
  all: Remarks;
  kinds: { readonly [kind in ProductKind]?: Remarks };
};
