import { Button } from "@mantine/core";
import { DISPATCH_ACTION, PayPalButtons, SCRIPT_LOADING_STATE, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { type PayPalMethod, payPalMethods } from "@shop/shared/order/paypal-methods";
import type { PaymentMethod } from "@shop/shared/shop";
import { useEffect, useState } from "react";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { useWaysToPay } from "../../ui/ways-to-pay.ts";
import classes from "./payment-panel.module.css";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import type { usePayment } from "./use-payment.ts";

/** Time until a script that has not loaded counts as failed. */
const scriptTimeoutMs = 15_000;

type PaymentButtonsProps = {
  method: PaymentMethod;
  /** PayPal's further ways to pay; its script draws those that the customer has. */
  more: readonly PayPalMethod[];
  payment: ReturnType<typeof usePayment>;
};

/** Buttons of the payment provider: the chosen method large, the other one folded. */
export function PaymentButtons({ method, more, payment }: PaymentButtonsProps) {
  const [{ isInitial, isPending, isRejected, isResolved, options }, dispatch] = usePayPalScriptReducer();
  const { methods } = useWaysToPay();
  const [isBroken, setBroken] = useState(false);
  const isTimedOut = useTimedOut(isPending);
  // After a failed payment the other way is at hand.
  const [isOtherWanted, setOtherShown] = useState(false);
  const isOtherShown = isOtherWanted || payment.failure !== undefined;

  useEffect(() => {
    if (isInitial) dispatch({ type: DISPATCH_ACTION.LOADING_STATUS, value: SCRIPT_LOADING_STATE.PENDING });
  }, [isInitial, dispatch]);

  function reload(): void {
    setBroken(false);
    dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: { ...options } });
  }

  if (isRejected || isBroken || isTimedOut) {
    return <ErrorAlert message="The payment buttons could not be loaded." onRetry={reload} />;
  }
  if (!isResolved) return <PaymentSkeleton />;
  const isBusy = payment.phase !== "ready";
  const [chosen, other] = method === "Credit Card" ? (["card", "paypal"] as const) : (["paypal", "card"] as const);
  const others = methods.includes(other === "card" ? "Credit Card" : "PayPal") ? [other] : [];
  const folded = [...others, ...more.map((name) => payPalMethods[name])];
  const sources = isOtherShown ? [chosen, ...folded] : [chosen];
  return (
    <>
      <div className={classes.plate} data-next-action>
        {sources.map((source) => (
          <PayPalButtons
            key={source}
            className={classes.button ?? ""}
            fundingSource={source}
            style={{ height: source === chosen ? 55 : 44, borderRadius: 8 }}
            disabled={isBusy}
            createOrder={async () => (await payment.start("paypal")).id}
            onApprove={async ({ orderID }, { restart }) => void (await payment.settle({ id: orderID }, restart))}
            onError={(error) => {
              payment.fail(error);
              // Only a render error has a componentStack. After any other error the buttons still work.
              if ("componentStack" in error) setBroken(true);
            }}
          />
        ))}
      </div>
      <p className={classes.hint}>A secure window will open. You only pay once you approve there.</p>
      {folded.length > 0 && !isOtherShown && (
        <Button variant="subtle" onClick={() => setOtherShown(true)}>
          {more.length > 0 ? "Other ways to pay" : other === "card" ? "Pay by card instead" : "Pay with PayPal instead"}
        </Button>
      )}
    </>
  );
}

function useTimedOut(isLoading: boolean): boolean {
  const [isTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setTimedOut(true), scriptTimeoutMs);
    return () => {
      clearTimeout(timer);
      setTimedOut(false);
    };
  }, [isLoading]);
  return isTimedOut;
}
