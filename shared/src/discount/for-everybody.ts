import type { DiscountTerms } from "./discount-rule.ts";

type WhoGets = Pick<DiscountTerms, "gives" | "conditions" | "limits" | "needsCode">;

/**
 * Whether a rule reduces the prices of goods for everybody, for one unit as for many, as often as somebody likes: products
 * are shown with the price that it gives.
 */
export function isForEverybody({ gives, conditions, limits, needsCode }: WhoGets): boolean {
  const { fromCents, fromQty, isFirstOrder, customerTags, countries } = conditions;
  return (
    !needsCode &&
    (gives.kind === "percentage" || gives.kind === "price") &&
    fromCents === 0 &&
    fromQty <= 1 &&
    !isFirstOrder &&
    customerTags.length + countries.length === 0 &&
    limits.usesMax === null &&
    limits.usesPerCustomer === null &&
    limits.budgetCents === null
  );
}
