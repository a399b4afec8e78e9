import { ratingMax } from "../shop.ts";

/** Any value as a rating from 0 to 5; 0 if it is not a number. */
export function toRating(value: unknown): number {
  const rating = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof rating !== "number" || Number.isNaN(rating)) return 0;
  return Math.min(ratingMax, Math.max(0, rating));
}

/** Full, half and empty stars of a rating, rounded to the nearest half. */
export function toStars(value: unknown): { full: number; half: number; empty: number } {
  const halves = Math.round(toRating(value) * 2);
  const full = Math.floor(halves / 2);
  const half = halves % 2;
  return { full, half, empty: ratingMax - full - half };
}

/** `4.5 out of 5`, with at most one decimal. */
export function ratingLabel(value: unknown): string {
  return `${Number(toRating(value).toFixed(1))} out of 5`;
}

/** `1 review`, `12 reviews`. */
export function reviewCount(count: number): string {
  return `${count} ${count === 1 ? "review" : "reviews"}`;
}
