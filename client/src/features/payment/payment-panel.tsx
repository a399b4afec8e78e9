import { PayPalScriptProvider } from "@paypal/react-paypal-js";
import { shopCurrency } from "@shop/shared/currency";
import type { Order } from "@shop/shared/order/order";
import type { PaymentConfig } from "@shop/shared/order/payment";
import { useMemo, useState } from "react";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import { PaymentButtons } from "./payment-buttons.tsx";
import { PaymentHelp } from "./payment-help.tsx";
import classes from "./payment-panel.module.css";
import { PaymentProgress } from "./payment-progress.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { usePayment } from "./use-payment.ts";

/** Controls to pay an unpaid order. Only this component loads the provider's configuration and script. */
export function PaymentPanel({ order }: { order: Order }) {
  const payment = usePayment(order);
  const config = trpc.order.paymentConfig.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const [hasBeenReady, setHasBeenReady] = useState(false);
  if (!hasBeenReady && payment.phase === "ready") setHasBeenReady(true);
  const isSetUp = config.data?.clientId !== "";
  return (
    <>
      <div className={classes.panel}>
        {/* Stays mounted during a payment, because the provider's script needs its buttons. */}
        <div className={classes.offer} inert={payment.phase !== "ready"}>
          {/* No alert: the toast announces the same message. */}
          {payment.phase === "ready" && payment.failure !== undefined && (
            <StateAlert tone="danger">{payment.failure}</StateAlert>
          )}
          {!isSetUp ? (
            <p className={classes.off}>Online payment is not set up.</p>
          ) : config.isError ? (
            <ErrorAlert
              message={messageOf(config.error, "Payment error")}
              onRetry={() => void config.refetch()}
              isRetrying={config.isFetching}
            />
          ) : config.data === undefined || !hasBeenReady ? (
            <PaymentSkeleton />
          ) : (
            <ProvidedButtons config={config.data} order={order} payment={payment} />
          )}
        </div>
        <PaymentProgress phase={payment.phase} onCheck={payment.checkAgain} />
      </div>
      <PaymentHelp isSetUp={isSetUp} isInProgress={payment.phase !== "ready"} />
    </>
  );
}

type ProvidedButtonsProps = { config: PaymentConfig; order: Order; payment: ReturnType<typeof usePayment> };

function ProvidedButtons({ config: { clientId, scriptBase }, order, payment }: ProvidedButtonsProps) {
  const options = useMemo(
    () => ({ clientId, currency: shopCurrency(), components: "buttons", sdkBaseUrl: `${scriptBase}/sdk/js` }),
    [clientId, scriptBase],
  );
  return (
    <PayPalScriptProvider deferLoading options={options}>
      <PaymentButtons method={order.paymentMethod} payment={payment} />
    </PayPalScriptProvider>
  );
}
