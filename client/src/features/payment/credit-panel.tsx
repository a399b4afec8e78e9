import { Button } from "@mantine/core";
import { giftCodeFault, toGiftCode } from "@shop/shared/credit/gift-code";
import { formatMoney } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import { useEffect, useRef } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { CodeField } from "../../ui/code-field.tsx";
import { notify } from "../../ui/notify.ts";
import classes from "./credit-panel.module.css";

const failed = "Nothing was used. Please try again.";

/** What pays an unpaid order before money does: the customer's credit, and gift cards. Nothing where there is neither. */
export function CreditPanel({ order }: { order: Order }) {
  const credit = trpc.order.creditToUse.useQuery(undefined, cachedBriefly);
  const panel = useRef<HTMLDivElement>(null);
  const { use, takeOff } = useCredit(order);
  const shown = useRef(order);
  useEffect(() => {
    // The button that was pressed can be gone.
    if (shown.current !== order && document.activeElement === document.body) panel.current?.focus();
    shown.current = order;
  }, [order]);
  const { balance = 0, takesGiftCards = false } = credit.data ?? {};
  const isUsed = order.credits !== undefined;
  if (balance === 0 && !takesGiftCards && !isUsed) return null;
  const isBusy = use.isPending || takeOff.isPending;

  async function enterGiftCard(entered: string) {
    const giftCard = toGiftCode(entered);
    if (giftCard === null) return entered.trim() === "" ? "Enter the code" : giftCodeFault;
    try {
      await use.mutateAsync({ id: order._id, giftCard });
      return undefined;
    } catch (error) {
      return messageOf(error, failed);
    }
  }

  return (
    <div ref={panel} className={classes.panel} tabIndex={-1}>
      {balance > 0 && (
        <div className={classes.row}>
          <span>You have {formatMoney(balance)} of credit.</span>
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() => isBusy || use.mutate({ id: order._id })}
          >
            Use it
          </Button>
        </div>
      )}
      {takesGiftCards && (
        <CodeField
          summary="Pay with a gift card"
          label="Code of the gift card"
          action="Use it"
          isSending={use.isPending}
          onEnter={enterGiftCard}
        />
      )}
      {isUsed && (
        <Button
          variant="subtle"
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || takeOff.mutate({ id: order._id })}
        >
          Pay without {order.credits?.every(({ giftCard }) => giftCard === null) ? "credit" : "gift card"}
        </Button>
      )}
    </div>
  );
}

/** Uses credit for an order, or takes it off again. */
function useCredit(order: Order) {
  const utils = trpc.useUtils();
  const onSuccess = (after: Order) => {
    notify.withdrawErrors();
    utils.order.byId.setData({ id: order._id }, after);
  };
  const onSettled = () => {
    void utils.order.byId.invalidate({ id: order._id });
    void utils.order.creditToUse.invalidate();
    void utils.order.mine.invalidate();
  };
  const use = trpc.order.payWithCredit.useMutation({
    onSuccess,
    onSettled,
    // Said beside the field of a gift card.
    onError: (error, { giftCard }) => giftCard === undefined && notify.error(messageOf(error, failed)),
  });
  const takeOff = trpc.order.takeCreditOff.useMutation({
    onSuccess,
    onSettled,
    onError: (error) => notify.error(messageOf(error, "Nothing was changed. Please try again.")),
  });
  return { use, takeOff };
}
