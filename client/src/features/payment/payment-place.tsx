import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./payment-stage.module.css";

/** The payment buttons' place while they are on the way. */
export function PaymentPlace() {
  return (
    <div className={classes.stage}>
      <div className={classes.coming}>
        <Skeleton height="48px" />
        <Skeleton height="48px" />
      </div>
    </div>
  );
}
