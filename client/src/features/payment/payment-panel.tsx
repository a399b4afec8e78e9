import { useNotifications } from "@mantine/notifications";
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
