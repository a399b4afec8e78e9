import classes from "./payment-help.module.css";

/** Help for a failed or delayed payment. */
export function PaymentHelp({ isSetUp = true, isInProgress = false }: { isSetUp?: boolean; isInProgress?: boolean }) {
  if (isInProgress) {
    return (
      <p className={classes.help}>
        Your order is saved. If this takes longer than an hour, contact us and give us the order id above.
      </p>
    );
  }
  return (
    <p className={classes.help}>
      <strong>Trouble paying?</strong>{" "}
      {isSetUp
        ? "Allow pop-ups and pause content blockers for this shop, or try another way to pay. Your order is saved, and you cannot be charged twice."
        : "Contact us to arrange the payment, and give us the order id above. Your order is saved."}
    </p>
  );
}
