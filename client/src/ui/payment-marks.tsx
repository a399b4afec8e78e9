import type { PaymentMethod } from "@shop/shared/shop";
import classes from "./payment-marks.module.css";
import { useWaysToPay } from "./ways-to-pay.ts";

/** How the shop can be paid; nothing while it cannot. Own drawings, so that nothing is loaded from the provider. */
export function PaymentMarks() {
  const { methods, isPayable } = useWaysToPay();
  if (!isPayable) return null;
  return (
    <ul className={classes.marks} aria-label="You can pay with">
      {methods.map((method) => (
        <li key={method}>
          <MarkOf name={method} {...marks[method]} />
        </li>
      ))}
    </ul>
  );
}

/** A drawing with the name of the way to pay beside it. */
function MarkOf({ name, width, line }: Mark & { name: string }) {
  return (
    <svg viewBox={`0 0 ${width} 24`} width={width} height="24" role="img" aria-label={name}>
      <path className={classes.line} d={line} />
      <text x="25" y="16.5" className={classes.text}>
        {name}
      </text>
    </svg>
  );
}

type Mark = { width: number; line: string };

const card = {
  name: "Card",
  width: 52,
  line: "M3.5 5.5h15a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM2 10h19M5 15h4",
};

const marks: Record<PaymentMethod, Mark & { name?: string }> = {
  PayPal: { width: 62, line: "M9 4h6q5 0 4 5t-7 5H9l-1 5H4z" },
  "Credit Card": card,
  // Of what Stripe offers, cards are what everybody has.
  Stripe: card,
  "Bank Transfer": {
    width: 96,
    line: "M2 9.5l9-5 9 5zM5 10v7m6-7v7m6-7v7M2 19.5h18",
  },
  "On Delivery": {
    width: 88,
    line: "M2 6.5h18v11H2zM9 12h4",
  },
};
