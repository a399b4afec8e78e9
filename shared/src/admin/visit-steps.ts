// Screens name the steps, so this module must not import zod.

/** What a visit reaches before there is an order, in its order. A visit lasts as long as the shop is open in one tab. */
export const visitSteps = ["visit", "product", "cart", "checkout"] as const;
export type VisitStep = (typeof visitSteps)[number];
