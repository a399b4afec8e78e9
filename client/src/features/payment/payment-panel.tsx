import { Button } from "@mantine/core";
import { useNotifications } from "@mantine/notifications";
import { PayPalScriptProvider } from "@paypal/react-paypal-js";
import { shopCurrency } from "@shop/shared/currency";
import { type OnlineProvider, providerOfMethod } from "@shop/shared/order/online-providers";
import type { Order } from "@shop/shared/order/order";
import type { OrderPaymentConfig, PaymentConfig } from "@shop/shared/order/payment";
import { payPalMethods } from "@shop/shared/order/paypal-methods";
import { isPaidOnline } from "@shop/shared/shop";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import { useWaysToPay } from "../../ui/ways-to-pay.ts";
import { PaymentButtons } from "./payment-buttons.tsx";
import { PaymentHelp } from "./payment-help.tsx";
import classes from "./payment-panel.module.css";
import { PaymentProgress } from "./payment-progress.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { usePayment } from "./use-payment.ts";
import type { ReturnedPayment } from "./use-returned-payment.ts";

type PaymentPanelProps = {
  order: Order;
  /** The payment with which its customer has come back from another page, which is reported. */
  returned?: ReturnedPayment | undefined;
};

/** Controls to pay an unpaid order. Only this component loads the provider's configuration and script. */
export function PaymentPanel({ order, returned }: PaymentPanelProps) {
  const payment = usePayment(order);
  const report = useEffectEvent(payment.settle);
  useEffect(() => {
    if (returned !== undefined) void report(returned);
  }, [returned]);
  const config = trpc.order.paymentConfig.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const [hasBeenReady, setHasBeenReady] = useState(false);
  if (!hasBeenReady && payment.phase === "ready") setHasBeenReady(true);
  const connected = config.data === undefined ? undefined : connectedTo(config.data);
  const isSetUp = connected?.length !== 0;
  return (
    <>
      <div className={classes.panel}>
        {/* Stays mounted during a payment, because the provider's script needs its buttons. */}
        <div className={classes.offer} inert={payment.phase !== "ready"}>
          {!isSetUp ? (
            <p className={classes.off}>Online payment is not set up.</p>
          ) : config.isError ? (
            <ErrorAlert
              message={messageOf(config.error, "Payment error")}
              onRetry={() => void config.refetch()}
              isRetrying={config.isFetching}
            />
          ) : config.data === undefined || connected === undefined || !hasBeenReady ? (
            <PaymentSkeleton />
          ) : (
            <ProviderChoice config={config.data} connected={connected} order={order} payment={payment} />
          )}
          {payment.phase === "ready" && <LastFailure message={payment.failure} />}
        </div>
        <PaymentProgress phase={payment.phase} onCheck={payment.checkAgain} />
      </div>
      <PaymentHelp isSetUp={isSetUp} isInProgress={payment.phase !== "ready"} />
    </>
  );
}

/** Why the last payment failed, once the toast that said so is gone. Below the buttons, so that these stay where they are. */
function LastFailure({ message }: { message: string | undefined }) {
  const { notifications } = useNotifications();
  if (message === undefined || notifications.some((toast) => toast.message === message)) return null;
  return <StateAlert tone="danger">{message}</StateAlert>;
}

/** An instance of the release before, which can answer during an upgrade, says nothing of Stripe. */
function connectedTo({ clientId, stripe }: PaymentConfig): OnlineProvider[] {
  return [...(clientId === "" ? [] : ["paypal" as const]), ...(stripe ? ["stripe" as const] : [])];
}

type ProvidedProps = { config: OrderPaymentConfig; order: Order; payment: ReturnType<typeof usePayment> };

/** The provider of the chosen way to pay; the other one, where it is offered as well, is a press away. */
function ProviderChoice({ connected, ...props }: ProvidedProps & { connected: readonly OnlineProvider[] }) {
  const { order, payment, config } = props;
  const { methods } = useWaysToPay();
  const wanted = providerOfMethod(order.paymentMethod);
  const [chosen, setChosen] = useState(connected.includes(wanted) ? wanted : connected[0]);
  const other = connected.find((name) => name !== chosen);
  const isOtherOffered = methods.some((method) => isPaidOnline(method) && providerOfMethod(method) === other);
  return (
    <>
      {chosen === "stripe" && config.stripe ? (
        <StripeForm stripe={config.stripe} order={order} payment={payment} />
      ) : (
        <ProvidedButtons {...props} />
      )}
      {other !== undefined && isOtherOffered && (
        <Button variant="subtle" onClick={() => setChosen(other)}>
          {other === "stripe" ? "Pay by card or wallet instead" : "Pay with PayPal instead"}
        </Button>
      )}
    </>
  );
}

const StripeForm = lazyPart("stripe-form", () => import("./stripe-form.tsx").then((part) => part.StripeForm), {
  loading: PaymentSkeleton,
  failed: MissingForm,
});

function MissingForm({ onRetry, isRetrying }: PartFailure) {
  const message = "The payment form could not be loaded. Nothing was charged.";
  return <ErrorAlert message={message} onRetry={onRetry} isRetrying={isRetrying} />;
}

/** PayPal's script takes no empty list. */
function ProvidedButtons({
  config: { clientId, scriptBase, payPalMethods: more = [] },
  order,
  payment,
}: ProvidedProps) {
  const enabled = more.map((name) => payPalMethods[name]).join(",");
  const options = useMemo(() => {
    const base = { clientId, currency: shopCurrency(), components: "buttons", sdkBaseUrl: `${scriptBase}/sdk/js` };
    return enabled === "" ? base : { ...base, enableFunding: enabled };
  }, [clientId, scriptBase, enabled]);
  return (
    <PayPalScriptProvider deferLoading options={options}>
      <PaymentButtons method={order.paymentMethod} more={more} payment={payment} />
    </PayPalScriptProvider>
  );
}
