import type { FormErrors } from "@mantine/form";
import { formatMoney } from "@shop/shared/money";
import { type RestockableLine, refundOrderSchema } from "@shop/shared/refund";
import { byZod } from "../../../lib/zod-form.ts";
import { toLine } from "./to-line.ts";
import type { RefundRequest } from "./use-refund.ts";

/** What the fields of a refund hold; an emptied number is an empty text. */
export type RefundValues = { amount: number | string; reason: string; restock: Record<string, number | string> };

const toNumber = (value: number | string) => (value === "" ? Number.NaN : Number(value));

/** The refund that the fields describe. */
export function toRefundRequest({ amount, reason, restock }: RefundValues): RefundRequest {
  return {
    amount: toNumber(amount),
    reason: toLine(reason),
    restock: Object.entries(restock).flatMap(([product, qty]) =>
      Number(qty) > 0 ? [{ product, qty: Number(qty) }] : [],
    ),
  };
}

const fieldsSchema = refundOrderSchema.pick({ amount: true, reason: true });

/** What is wrong with the fields, by their names. */
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
    ...byZod(fieldsSchema)({ amount, reason }),
    ...Object.fromEntries(tooMany),
  };
}
