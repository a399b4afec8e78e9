import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./payment-panel.module.css";

/** Skeleton of the payment buttons. */
export function PaymentSkeleton() {
  return (
    <div className={classes.panel}>
      <div className={classes.coming}>
        <Skeleton height="55px" />
      </div>
    </div>
  );
}
