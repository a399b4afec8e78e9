import classes from "./payment-help.module.css";

/** Help for a failed or delayed payment. */
export function PaymentHelp({ isSetUp = true, isInProgress = false }: { isSetUp?: boolean; isInProgress?: boolean }) {
  if (isInProgress) {
    return (
      <p className={classes.help}>
        Your order is kept. If this takes longer than an hour, write to the shop and give it the order id above.
      </p>
    );
  }
  return (
    <p className={classes.help}>
      <strong>Trouble paying?</strong>{" "}
      {isSetUp
        ? "Allow pop-up windows and pause content blockers for this shop, or use the other button. Your order is kept, and it cannot be charged twice."
        : "Ask the shop how to pay, and give it the order id above. Your order is kept."}
    </p>
  );
}
