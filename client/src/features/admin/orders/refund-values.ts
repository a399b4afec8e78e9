import { type FormErrors, schemaResolver } from "@mantine/form";
import { formatMoney } from "@shop/shared/money";
import { type RestockableLine, refundOrderSchema } from "@shop/shared/order/refund";
import { toLine } from "./to-line.ts";
import type { RefundRequest } from "./use-refund.ts";

/** The values of the form; an empty number field holds an empty string. */
export type RefundValues = {
  amount: number | string;
  reason: string;
  restock: Record<string, number | string>;
  asCredit: boolean;
};

const toNumber = (value: number | string) => (value === "" ? Number.NaN : Number(value));

/** The request for the values of the form. */
export function toRefundRequest({ amount, reason, restock, asCredit }: RefundValues): RefundRequest {
  return {
    asCredit,
    amount: toNumber(amount),
    reason: toLine(reason),
    restock: Object.entries(restock).flatMap(([product, qty]) =>
      Number(qty) > 0 ? [{ product, qty: Number(qty) }] : [],
    ),
  };
}

const checkFields = schemaResolver(refundOrderSchema.pick({ amount: true, reason: true }), { sync: true });

/** What is wrong with a number of units of a line with `qty` of them; `null` if nothing is. */
export function checkUnits(units: number, qty: number): string | null {
  if (units > qty) return `At most ${qty}`;
  return Number.isInteger(units) && units >= 0 ? null : `A whole number from 0 to ${qty}`;
}

/** The errors of the form by field. */
export function checkRefund(
  values: RefundValues,
  refundable: number,
  restockable: readonly RestockableLine[],
): FormErrors {
  const { amount, reason } = toRefundRequest(values);
  const badUnits = restockable.flatMap(({ product, qty }) => {
    const problem = checkUnits(Number(values.restock[product]), qty);
    return problem === null ? [] : [[`restock.${product}`, problem]];
  });
  return {
    ...(amount > refundable && { amount: `At most ${formatMoney(refundable)} can be refunded` }),
    ...checkFields({ amount, reason }),
    ...Object.fromEntries(badUnits),
  };
}
