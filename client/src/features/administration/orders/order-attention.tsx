import { Button } from "@mantine/core";
import { type OrderAttention as Attention, canResolve } from "@shop/shared/fulfilment";
import type { Order } from "@shop/shared/order";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";
import { StateAlert } from "../../../ui/state-alert.tsx";
import classes from "./order-attention.module.css";

const words: Record<Attention, { title: string; help: string }> = {
  "stock gone": {
    title: "Paid after its units were gone",
    help: "Get the units, or refund the payment with the payment provider.",
  },
  "paid twice": {
    title: "Paid twice",
    help: "Refund the second payment with the payment provider.",
  },
  "payment differs": {
    title: "A payment does not agree with this order",
    help: "Compare it with the payment provider's account, and refund what is too much.",
  },
  refunded: {
    title: "The payment was refunded",
    help: "This order is not prepared or sent any more.",
  },
};

/** Why the order waits for a person, and the way to let it go on. */
export function OrderAttention({ order, attention }: { order: Order; attention: Attention }) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const { ask, dialog } = useConfirm();
  const resolve = trpc.admin.orders.resolve.useMutation({
    onSuccess: (after, { id }) => {
      notify.withdrawErrors();
      notify.success("Order goes on as usual");
      utils.order.byId.setData({ id }, after);
    },
    onError: (error) => notify.error(messageOf(error, "Update failed")),
    onSettled: () =>
      Promise.all([utils.order.byId.invalidate(), utils.order.history.invalidate(), utils.admin.orders.invalidate()]),
  });
  const { title, help } = words[attention];

  async function lookAfter() {
    const isSure = await ask({
      question: "Is this looked after?",
      about: title,
      consequence: "The order then goes on as usual. Your name is kept in its history.",
      yes: "Looked after",
    });
    if (isSure) oneAtATime(() => resolve.mutateAsync({ id: order._id, attention }));
  }

  return (
    <section className={classes.attention} aria-label="Needs attention">
      <StateAlert tone="warning">{title}</StateAlert>
      <p className={classes.help}>{help}</p>
      {canResolve(attention) && (
        <Button variant="default" fullWidth onClick={() => void lookAfter()}>
          Mark As Looked After
        </Button>
      )}
      {dialog}
    </section>
  );
}
