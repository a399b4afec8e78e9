/** What pays a part of an order, as its sums name it. */
export function creditName({ giftCard }: { giftCard: string | null }): string {
  return giftCard === null ? "Paid with credit" : `Gift card …${giftCard}`;
}
