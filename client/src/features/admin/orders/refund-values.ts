import { type FormErrors, schemaResolver } from "@mantine/form";
import { formatMoney } from "@shop/shared/money";
import { type RestockableLine, refundOrderSchema } from "@shop/shared/refund";
import { toLine } from "./to-line.ts";
import type { RefundRequest } from "./use-refund.ts";

/** The values of the form; an empty number field holds an empty string. */
export type RefundValues = { amount: number | string; reason: string; restock: Record<string, number | string> };

const toNumber = (value: number | string) => (value === "" ? Number.NaN : Number(value));

/** The request for the values of the form. */
export function toRefundRequest({ amount, reason, restock }: RefundValues): RefundRequest {
  return {
    amount: toNumber(amount),
    reason: toLine(reason),
    restock: Object.entries(restock).flatMap(([product, qty]) =>
      Number(qty) > 0 ? [{ product, qty: Number(qty) }] : [],
    ),
  };
}

const checkFields = schemaResolver(refundOrderSchema.pick({ amount: true, reason: true }), { sync: true });

/** The errors of the form by field. */
export function checkRefund(
  values: RefundValues,
  refundable: number,
  restockable: readonly RestockableLine[],
): FormErrors {
  const { amount, reason } = toRefundRequest(values);
  const tooMany = restockable.flatMap(({ product, qty }) =>
    Number(values.restock[product]) > qty ? [[`restock.${product}`, `At most ${qty}`]] : [],
  );
  return {
    ...(amount > refundable && { amount: `At most ${formatMoney(refundable)} can be refunded` }),
    ...checkFields({ amount, reason }),
    ...Object.fromEntries(tooMany),
  };
}
