import type { PaymentMethod } from "@shop/shared/shop";
import type { ReactNode } from "react";
import classes from "./payment-marks.module.css";
import { useWaysToPay } from "./ways-to-pay.ts";

/** How the shop can be paid; nothing while it cannot. Own drawings, so that nothing is loaded from the provider. */
export function PaymentMarks() {
  const { methods, isPayable } = useWaysToPay();
  if (!isPayable) return null;
  return (
    <ul className={classes.marks} aria-label="You can pay with">
      {methods.map((method) => (
        <li key={method}>{marks[method]()}</li>
      ))}
    </ul>
  );
}

const marks: Record<PaymentMethod, () => ReactNode> = {
  PayPal: PayPalMark,
  "Credit Card": CardMark,
  Stripe: WalletMark,
  "Bank Transfer": TransferMark,
};

function PayPalMark() {
  return (
    <svg viewBox="4 0 54 24" width="54" height="24" role="img" aria-label="PayPal">
      <path className={classes.front} d="M13 5h5q4 0 3 4t-5 4h-3l-1 5h-3z" />
      <path className={classes.back} d="M9 2h5q5 0 4 4t-6 4H9l-1 5H5z" />
      <text x="23" y="16.5" className={classes.text}>
        PayPal
      </text>
    </svg>
  );
}

function CardMark() {
  return (
    <svg viewBox="0 0 52 24" width="52" height="24" role="img" aria-label="Credit or debit card">
      <path
        className={classes.line}
        d="M3.5 5.5h15a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2z"
      />
      <path className={classes.line} d="M1.5 10h19M5 15h4" />
      <text x="25" y="16.5" className={classes.text}>
        Card
      </text>
    </svg>
  );
}

function WalletMark() {
  return (
    <svg viewBox="0 0 92 24" width="92" height="24" role="img" aria-label="Card or wallet">
      <path
        className={classes.line}
        d="M3.5 7.5h15a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h12v3.5M20 12h-4a1.7 1.7 0 0 0 0 3.5h4"
      />
      <text x="25" y="16.5" className={classes.text}>
        Card, wallet
      </text>
    </svg>
  );
}

function TransferMark() {
  return (
    <svg viewBox="0 0 96 24" width="96" height="24" role="img" aria-label="Bank transfer">
      <path className={classes.line} d="M2 9.5l9-5 9 5zM4.5 10v7M11 10v7M17.5 10v7M2 19.5h18" />
      <text x="25" y="16.5" className={classes.text}>
        Bank transfer
      </text>
    </svg>
  );
}
