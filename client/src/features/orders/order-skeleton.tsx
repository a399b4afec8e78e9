import { Glass } from "../../ui/glass.tsx";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import sizes from "./order-skeleton.module.css";
import classes from "./order-view.module.css";

/** An order's place while it is on the way, below its heading. */
export function OrderSkeleton() {
  return (
    <>
      <Glass className={classes.pane}>
        <Skeleton className={sizes.tracker ?? ""} />
      </Glass>
      <div className={classes.columns}>
        <Glass className={`${classes.pane} ${classes.payment}`}>
          <Skeleton width="10rem" height="1.75rem" />
          <Skeleton className={sizes.payment ?? ""} />
        </Glass>
        <div className={classes.main}>
          {[sizes.address, sizes.items].map((size) => (
            <Glass key={size} className={classes.pane}>
              <Skeleton width="8rem" height="1.75rem" />
              <Skeleton className={size ?? ""} />
            </Glass>
          ))}
        </div>
        <div className={classes.side}>
          <Glass className={classes.pane}>
            <Skeleton width="9rem" height="1.75rem" />
            <SkeletonText rows={["100%", "100%", "100%", "100%"]} />
          </Glass>
        </div>
      </div>
    </>
  );
}
