import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./payment-panel.module.css";

/** The payment buttons' place while they are on the way. */
export function PaymentPlace() {
  return (
    <div className={classes.panel}>
      <div className={classes.coming}>
        <Skeleton height="48px" />
        <Skeleton height="48px" />
      </div>
    </div>
  );
}
