import type { RowWarning } from "@shop/shared/catalog/import";
import { toDecimalString } from "@shop/shared/money";
import { type CurrentProduct, stateOf } from "./current-products.ts";
import type { Values } from "./read-values.ts";

/** A price is far from the usual one if it is so many times that, or such a part of it. */
const farFactor = 100;

/** What is no fault and yet seldom meant. */
export function warningsOf(
  { priceCents, countInStock, state, ...texts }: Values,
  current: CurrentProduct | undefined,
  usualPriceCents: number | undefined,
): RowWarning[] {
  const warnings: RowWarning[] = [];
  const isPublished = (state ?? (current && stateOf(current))) === "published";
  const isPriced = priceCents !== undefined && priceCents !== current?.priceCents;
  if (isPriced && priceCents === 0) warnings.push({ kind: "free", about: "" });
  if (isPriced && priceCents > 0 && isFar(priceCents, usualPriceCents)) {
    warnings.push({
      kind: "far-from-usual",
      about: `${toDecimalString(priceCents)}, others about ${toDecimalString(usualPriceCents ?? 0)}`,
    });
  }
  if (isPublished && countInStock === 0 && current?.countInStock !== 0)
    warnings.push({ kind: "without-stock", about: "" });
  const unclear = Object.values(texts).find((text) => typeof text === "string" && text.includes("\ufffd"));
  if (typeof unclear === "string") {
    const place = unclear.indexOf("\ufffd");
    warnings.push({ kind: "unreadable-characters", about: unclear.slice(Math.max(0, place - 20), place + 20) });
  }
  return warnings;
}

function isFar(priceCents: number, usualPriceCents: number | undefined): boolean {
  if (usualPriceCents === undefined || usualPriceCents === 0) return false;
  return priceCents >= usualPriceCents * farFactor || priceCents * farFactor <= usualPriceCents;
}
