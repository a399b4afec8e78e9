import classes from "./payment-marks.module.css";

/** How the shop can be paid. Own drawings, so that nothing is loaded from the provider. */
export function PaymentMarks() {
  return (
    <ul className={classes.marks} aria-label="You can pay with">
      <li>
        <svg viewBox="4 0 54 24" width="54" height="24" role="img" aria-label="PayPal">
          <path className={classes.front} d="M13 5h5q4 0 3 4t-5 4h-3l-1 5h-3z" />
          <path className={classes.back} d="M9 2h5q5 0 4 4t-6 4H9l-1 5H5z" />
          <text x="23" y="16.5" className={classes.text}>
            PayPal
          </text>
        </svg>
      </li>
      <li>
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
      </li>
    </ul>
  );
}
