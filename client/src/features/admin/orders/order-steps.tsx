import { Button, Text } from "@mantine/core";
import { type AdminStep, adminSteps, isDone, stepRefusal } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import { useId, useRef, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useFocusOnNext } from "../../../lib/use-focus-on-next.ts";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { notify } from "../../../ui/notify.ts";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import classes from "./order-steps.module.css";

const words: Record<AdminStep, { button: string; busy: string; done: string; repeated: string }> = {
  confirmed: {
    button: "Mark As Confirmed",
    busy: "Confirming…",
    done: "Order confirmed",
    repeated: "This order was confirmed already",
  },
  processed: {
    button: "Mark As Processing",
    busy: "Marking…",
    done: "Order marked processing",
    repeated: "This order was marked processing already",
  },
  shipped: {
    button: "Mark As Shipped",
    busy: "Marking…",
    done: "Order shipped",
    repeated: "This order was shipped already",
  },
  delivered: {
    button: "Mark As Delivered",
    busy: "Marking…",
    done: "Order delivered",
    repeated: "This order was delivered already",
  },
};

const ShipDialog = lazyPart("ship-dialog", () => import("./ship-dialog.tsx").then((dialog) => dialog.ShipDialog), {
  failed: MissingModal,
});

/** The remaining steps of an order, each with the reason while it cannot be taken. */
export function OrderSteps({ order }: { order: Order }) {
  const id = useId();
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const oneAtATime = useOneAtATime();
  const advance = trpc.admin.orders.advance.useMutation({
    onSuccess: ({ order: after, isRepeat }, { id, to }) => {
      notify.withdrawErrors();
      notify.success(isRepeat ? words[to].repeated : words[to].done);
      utils.order.byId.setData({ id }, after);
    },
    onError: (error) => notify.error(messageOf(error, "Update failed")),
    // After a failure as well. The next step is offered before the refetch is done.
    onSettled: refresh,
  });
  const [isShipping, setShipping] = useState<boolean>();
  const take = (to: AdminStep) => {
    if (to === "shipped") setShipping(true);
    else oneAtATime(() => advance.mutateAsync({ id: order._id, to }));
  };
  const left = adminSteps.filter((step) => !isDone(order, step));
  const [next] = left;
  // The reason that blocks the next step blocks the later ones too, for which "take that step first" would not help.
  const refusedNext = next === undefined ? null : stepRefusal(order, next);
  const refusalOf = (step: AdminStep) => refusedNext ?? stepRefusal(order, step);
  const group = useRef<HTMLElement>(null);
  useFocusOnNext(group, left.length);

  return (
    <section ref={group} className={classes.steps} aria-label="Steps of this order" tabIndex={-1}>
      {left.length === 0 && <Text c="dimmed">All steps are done.</Text>}
      {left.map((step, place) => {
        const refusal = refusalOf(step);
        const isBusy = advance.isPending && advance.variables.to === step;
        const { button, busy } = words[step];
        // A reason that holds for several steps shows once, above the first of them.
        const before = left[place - 1];
        const isSaid = before !== undefined && refusalOf(before) === refusal;
        const reasonOf = left.find((other) => refusalOf(other) === refusal);
        return (
          <div key={step} className={classes.step}>
            {refusal !== null && !isSaid && (
              <Text id={`${id}-${step}`} fz="xs" lh="xs" c="dimmed">
                {refusal}
              </Text>
            )}
            <Button
              fullWidth
              variant={place === 0 ? "filled" : "default"}
              disabled={refusal !== null}
              aria-disabled={isBusy || undefined}
              aria-describedby={refusal === null ? undefined : `${id}-${reasonOf}`}
              onClick={() => take(step)}
            >
              {isBusy ? busy : button}
            </Button>
          </div>
        );
      })}
      {isShipping !== undefined && (
        <ShipDialog order={order} isOpen={isShipping} onClose={() => setShipping(false)} fallbackFocus={group} />
      )}
    </section>
  );
}
