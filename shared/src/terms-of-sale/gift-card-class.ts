/**
 * The class of products that are gift cards, in all terms of sale. They bear no tax, because it is due when they are spent;
 * nothing is sent but a mail; and no discount makes them cheaper than what they are worth.
 */
export const giftCardTaxClass = "gift-card";

export function isGiftCard({ taxClass }: { taxClass?: string | undefined }): boolean {
  return taxClass === giftCardTaxClass;
}

/** Whether there is nothing to send of lines but mails. */
export function areGiftCards(lines: readonly { taxClass?: string | undefined }[]): boolean {
  return lines.length > 0 && lines.every(isGiftCard);
}
