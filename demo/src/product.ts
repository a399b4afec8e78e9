import type { ProductKind } from "./kind.ts";

/** A product of the demo shop. `slug` never changes: ids, images and reviews derive from it. */
export type DemoProduct = {
  slug: string;
  name: string;
  brand: string;
  category: string;
  priceCents: number;
  countInStock: number;
  description: string;
  kind: ProductKind;
};

export type DemoReview = {
  /** Index into the list of reviewers. */
  person: number;
  rating: 1 | 2 | 3 | 4 | 5;
  comment: string;
  /** Age in days, counted back from the day of seeding. */
  daysAgo: number;
};
