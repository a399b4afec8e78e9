import { DISPATCH_ACTION, PayPalButtons, SCRIPT_LOADING_STATE, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import type { PaymentMethod } from "@shop/shared/shop";
import { useEffect, useState } from "react";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import classes from "./payment-panel.module.css";
import { PaymentPlace } from "./payment-place.tsx";
import type { usePayment } from "./use-payment.ts";

/** After this long without the provider's script people are offered another try. */
const patienceMs = 15_000;

type PaymentButtonsProps = { method: PaymentMethod; payment: ReturnType<typeof usePayment> };

/** The provider's buttons, the chosen method's first. */
export function PaymentButtons({ method, payment }: PaymentButtonsProps) {
  const [{ isInitial, isPending, isRejected, isResolved, options }, dispatch] = usePayPalScriptReducer();
  const [isBroken, setBroken] = useState(false);
  const isLate = useLateness(isPending);

  useEffect(() => {
    if (isInitial) dispatch({ type: DISPATCH_ACTION.LOADING_STATUS, value: SCRIPT_LOADING_STATE.PENDING });
  }, [isInitial, dispatch]);

  function loadAgain(): void {
    setBroken(false);
    dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: { ...options } });
  }

  if (isRejected || isBroken || isLate) {
    return <ErrorAlert message="The payment buttons could not be loaded." onRetry={loadAgain} />;
  }
  if (!isResolved) return <PaymentPlace />;
  const isBusy = payment.phase !== "ready";
  const sources = method === "Credit Card" ? (["card", "paypal"] as const) : (["paypal", "card"] as const);
  return (
    <>
      <div className={classes.plate}>
        {sources.map((source) => (
          <PayPalButtons
            key={source}
            className={classes.button ?? ""}
            fundingSource={source}
            style={{ height: 48, borderRadius: 8 }}
            disabled={isBusy}
            createOrder={payment.start}
            onApprove={({ orderID }, { restart }) => payment.settle(orderID, restart)}
            onError={(error) => {
              payment.fail(error);
              // Only a failure to draw them carries this; whatever else fails leaves the buttons standing.
              if ("componentStack" in error) setBroken(true);
            }}
          />
        ))}
      </div>
      <p className={classes.hint}>A secure window opens. You pay only when you approve there.</p>
    </>
  );
}

function useLateness(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}
