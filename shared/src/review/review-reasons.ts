/** Why a review may be reported and hidden. How many stars it gives is no reason. */
export const reviewReasons = ["illegal", "personal data", "insult", "advertising", "off topic", "fake"] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** The reasons in words, as choices and mails show them. */
export const reviewReasonWords: Record<ReviewReason, string> = {
  illegal: "Illegal content",
  "personal data": "Personal data",
  insult: "Insult or hate",
  advertising: "Advertising or spam",
  "off topic": "Not about this product",
  fake: "Fake review",
};
