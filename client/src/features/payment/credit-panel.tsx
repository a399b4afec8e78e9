import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { giftCodeFault, toGiftCode } from "@shop/shared/credit/gift-code";
import { formatMoney } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
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
        <GiftCardField
          isSending={use.isPending}
          onEnter={(giftCard) => use.mutateAsync({ id: order._id, giftCard }).then(() => undefined)}
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

type GiftCardFieldProps = { isSending: boolean; onEnter: (code: string) => Promise<void> };

/** The field for the code of a gift card, folded. */
function GiftCardField({ isSending, onEnter }: GiftCardFieldProps) {
  const field = useId();
  const [entered, setEntered] = useState("");
  const [fault, setFault] = useState<string>();
  const [isOpen, setOpen] = useState(false);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    const code = toGiftCode(entered);
    if (code === null) return refuse(entered.trim() === "" ? "Enter the code" : giftCodeFault);
    setFault(undefined);
    try {
      await onEnter(code);
      setEntered("");
    } catch (error) {
      refuse(messageOf(error, failed));
    }
  }

  function refuse(message: string) {
    setFault(message);
    document.getElementById(field)?.focus();
  }

  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>Pay with a gift card</summary>
      <form className={classes.form} onSubmit={(event) => void enter(event)} noValidate>
        <TextInput
          id={field}
          label="Code of the gift card"
          value={entered}
          error={fault}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          className={classes.field ?? ""}
          onChange={({ currentTarget }) => {
            setEntered(currentTarget.value);
            setFault(undefined);
          }}
        />
        <Button type="submit" variant="default" aria-disabled={isSending || undefined}>
          {isSending ? "Checking…" : "Use it"}
        </Button>
      </form>
    </details>
  );
}
