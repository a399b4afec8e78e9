import { Button } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
import type { Order } from "@shop/shared/order/order";
import type { PaymentConfig } from "@shop/shared/order/payment";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripePaymentElement } from "@stripe/stripe-js";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { orderPath } from "../../lib/paths.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { openStripe } from "./load-stripe.ts";
import classes from "./payment-panel.module.css";
import type { usePayment } from "./use-payment.ts";

type StripeFormProps = {
  stripe: NonNullable<PaymentConfig["stripe"]>;
  order: Order;
  payment: ReturnType<typeof usePayment>;
};

/** A payment that waits for the customer to enter a card, or what else is chosen. */
type OpenPayment = { stripe: Stripe; id: string; clientSecret: string };

/**
 * Stripe's own form: cards, wallets and what else the customer's country has. The payment is started by a press, because
 * that holds the order's units.
 */
export function StripeForm({ stripe, order, payment }: StripeFormProps) {
  const oneAtATime = useOneAtATime();
  const [open, setOpen] = useState<OpenPayment | "loading" | "failed">();

  async function begin(): Promise<void> {
    setOpen("loading");
    const [loaded, started] = await Promise.all([
      openStripe(stripe).catch(() => undefined),
      payment.start("stripe").catch(() => undefined),
    ]);
    // Why it could not be started is said already.
    if (started === undefined) setOpen(undefined);
    else if (loaded === undefined || started.clientSecret === undefined) setOpen("failed");
    else setOpen({ stripe: loaded, id: started.id, clientSecret: started.clientSecret });
  }

  if (open === "failed") {
    const message = "The payment form could not be loaded. Nothing was charged.";
    return <ErrorAlert message={message} onRetry={() => void oneAtATime(begin)} />;
  }
  if (open === undefined || open === "loading") {
    return (
      <div className={classes.stripe} data-next-action>
        <Button size="lg" fullWidth aria-disabled={open === "loading" || undefined} onClick={() => oneAtATime(begin)}>
          {open === "loading" ? "One moment…" : "Pay by card or wallet"}
        </Button>
        <p className={classes.hint}>Stripe processes the payment securely. You see all ways to pay next.</p>
      </div>
    );
  }
  const appearance = { theme: "stripe" as const, variables: { borderRadius: "8px" } };
  return (
    <Elements stripe={open.stripe} options={{ clientSecret: open.clientSecret, appearance }}>
      <PayForm id={open.id} order={order} payment={payment} onRefused={() => setOpen(undefined)} />
    </Elements>
  );
}

type PayFormProps = Omit<StripeFormProps, "stripe"> & { id: string; onRefused: () => void };

function PayForm({ id, order, payment, onRefused }: PayFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const oneAtATime = useOneAtATime();
  const [isConfirming, setConfirming] = useState(false);
  const isBusy = isConfirming || payment.phase !== "ready";

  /** Has the customer approve the payment, perhaps on a page of the bank, and reports it to the shop. */
  async function pay(): Promise<void> {
    if (stripe === null || elements === null) return;
    setConfirming(true);
    const confirmParams = { return_url: location.origin + orderPath(order._id) };
    const result = await stripe
      .confirmPayment({ elements, confirmParams, redirect: "if_required" })
      .catch(() => ({ error: { message: "The payment provider could not be reached. Nothing was charged." } }));
    setConfirming(false);
    // What is missing in the form is marked there as well.
    if (result.error !== undefined) payment.fail({ message: result.error.message });
    else if (!(await payment.settle({ id }))) onRefused();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void oneAtATime(pay);
  }

  return (
    <form className={classes.stripe} onSubmit={submit} data-next-action>
      <div className={classes.plate}>
        <PaymentElement onReady={(element: StripePaymentElement) => element.focus()} />
      </div>
      <Button type="submit" size="lg" fullWidth aria-disabled={isBusy || undefined}>
        {isConfirming ? "One moment…" : `Pay ${formatMoney(amountToPay(order))}`}
      </Button>
    </form>
  );
}
