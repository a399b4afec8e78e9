import { formatMoney } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import type { PaymentRecord, RefundStatus } from "@shop/shared/order/refund";
import { hasCode, messageOf, toRequestFailure } from "../../../lib/request-failure.ts";
import { useRequestKey } from "../../../lib/request-key.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";

/** The input of a refund; `amount` is in dollars. */
export type RefundRequest = {
  amount: number;
  reason: string;
  restock: { product: string; qty: number }[];
  /** Whether the customer gets it as credit. */
  asCredit: boolean;
};

/** The message for each result of a refund. */
const done: Record<Exclude<RefundStatus, "failed">, (amount: string) => string> = {
  requested: (amount) => `Refund of ${amount} requested`,
  pending: (amount) => `The refund of ${amount} is on its way`,
  completed: (amount) => `${amount} refunded`,
};

/** Refunds a payment. A repeated request keeps its idempotency key until its result is known. */
export function useRefund(order: Order, payment: PaymentRecord) {
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const keys = useRequestKey();
  const refund = trpc.admin.orders.refund.useMutation({
    onSuccess: ({ order: after }, { id }) => {
      keys.forget();
      utils.order.byId.setData({ id }, after);
      void utils.admin.products.invalidate();
      void utils.catalog.invalidate();
    },
    onError: (error) => {
      if (isSettled(error) && !hasCode(error, "REFUND_PENDING")) keys.forget();
    },
    onSettled: refresh,
  });

  /** Rejects when no refund was made or the result is unknown. */
  async function send({ amount, reason, restock, asCredit }: RefundRequest): Promise<void> {
    const more = { ...(restock.length > 0 && { restock }), ...(asCredit && { asCredit }) };
    const request = { id: order._id, payment: payment._id, amount, reason, ...more };
    const { refund: made } = await refund.mutateAsync({ ...request, idempotencyKey: keys.keyFor(request) });
    if (made.status === "failed") throw new Error("The refund was not made");
    notify.withdrawErrors();
    const sum = formatMoney(made.amount);
    notify.success(made.asCredit === true ? `${sum} given as credit` : done[made.status](sum));
  }

  return { send, isSending: refund.isPending };
}

/** Whether the error means that no refund was made. */
function isSettled(error: unknown): boolean {
  const status = toRequestFailure(error)?.status;
  return (typeof status === "number" && status < 500) || hasCode(error, "PAYMENT_PROVIDER_UNAVAILABLE");
}

/** The message for a failed refund: why it was not made or that the result is unknown, and what to do next. */
export function refundFailure(error: unknown): string {
  if (toRequestFailure(error) === undefined || isSettled(error)) {
    return messageOf(error, "The refund was not made. No money was refunded. Please try again.");
  }
  const why = messageOf(error, "The shop could not answer.");
  return `${why} We do not know yet whether the refund was made. You can safely send it again: it is made only once.`;
}
