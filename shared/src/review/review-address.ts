import { toPageNumber } from "../page/page-number.ts";

export const reviewOrders = ["newest", "highest", "lowest", "helpful"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

/** Which reviews of a product are listed, and in which order. Filters that are off are absent. */
export type ReviewChoice = {
  rating?: number;
  photos?: true;
  verified?: true;
  order: ReviewOrder;
  pageNumber: number;
};

export const allReviews: ReviewChoice = { order: "newest", pageNumber: 1 };

/** The names of the parameters in the address of a product's page. */
const names = {
  rating: "stars",
  photos: "photos",
  verified: "verified",
  order: "reviews",
  pageNumber: "page",
} as const;

/** The parameters of an address, as `URLSearchParams` gives them. */
type Params = { get: (name: string) => string | null };
type WritableParams = { set: (name: string, value: string) => void; delete: (name: string) => void };

/** Reads the choice from the parameters of an address. What makes no sense is left out. */
export function readReviewChoice(params: Params): ReviewChoice {
  const rating = params.get(names.rating) ?? "";
  const order = reviewOrders.find((each) => each === params.get(names.order)) ?? allReviews.order;
  return {
    order,
    pageNumber: toPageNumber(params.get(names.pageNumber) ?? undefined),
    ...(/^[1-5]$/.test(rating) ? { rating: Number(rating) } : {}),
    ...(params.get(names.photos) === "1" ? { photos: true as const } : {}),
    ...(params.get(names.verified) === "1" ? { verified: true as const } : {}),
  };
}

/** Writes the choice into the parameters of an address, and leaves all others as they are. */
export function writeReviewChoice(params: WritableParams, choice: ReviewChoice): void {
  for (const name of Object.values(names)) params.delete(name);
  const { rating, photos, verified, order, pageNumber } = choice;
  if (order !== allReviews.order) params.set(names.order, order);
  if (rating !== undefined) params.set(names.rating, String(rating));
  if (photos === true) params.set(names.photos, "1");
  if (verified === true) params.set(names.verified, "1");
  if (pageNumber > 1) params.set(names.pageNumber, String(pageNumber));
}

/** Whether any filter narrows the list. */
export function isFiltered({ rating, photos, verified }: ReviewChoice): boolean {
  return rating !== undefined || photos === true || verified === true;
}

/** The input of the query for the reviews of a choice. */
export function reviewsInput(productId: string, choice: ReviewChoice) {
  return { productId, ...choice };
}
