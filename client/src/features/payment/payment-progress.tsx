import { Button } from "@mantine/core";
import classes from "./payment-panel.module.css";
import type { PaymentPhase } from "./use-payment.ts";

const messages: Record<Exclude<PaymentPhase, "ready">, { title: string; text: string }> = {
  settling: { title: "Finishing payment…", text: "Please keep this page open for a moment." },
  pending: {
    title: "Payment pending",
    text: "Your payment has been received and is still being checked. This page updates as soon as it is done. Please do not pay again.",
  },
  unknown: {
    title: "Looking up your payment",
    text: "We do not know yet whether your payment went through. This page updates as soon as we do. Please do not pay again.",
  },
  review: {
    title: "Checking your payment",
    text: "We are checking the payment of this order and will write to you. Please do not pay again.",
  },
};

type PaymentProgressProps = { phase: PaymentPhase; onCheck: () => Promise<unknown> };

/** Progress of an approved payment, in front of the inert buttons. */
export function PaymentProgress({ phase, onCheck }: PaymentProgressProps) {
  const shown = phase === "ready" ? undefined : messages[phase];
  return (
    <div className={classes.progress} data-empty={shown === undefined || undefined}>
      {/* Always mounted, so that screen readers announce its changes. */}
      <div role="status">
        {shown !== undefined && (
          <>
            <p className={classes.progressTitle}>{shown.title}</p>
            <p>{shown.text}</p>
          </>
        )}
      </div>
      {phase === "settling" && <span className={classes.bar} aria-hidden="true" />}
      {phase === "unknown" && (
        <Button variant="default" onClick={() => void onCheck()}>
          Check again
        </Button>
      )}
    </div>
  );
}
