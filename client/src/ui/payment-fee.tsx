import { formatMoney } from "@shop/shared/money";

/** What of a delivery's price is for payment on delivery; nothing where it costs nothing. */
export function PaymentFee({ fee }: { fee: number }) {
  return fee > 0 && `, with ${formatMoney(fee)} for payment on delivery`;
}
