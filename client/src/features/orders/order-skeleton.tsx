import { Panel } from "../../ui/panel.tsx";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import sizes from "./order-skeleton.module.css";
import classes from "./order-view.module.css";

/** Skeleton of the order view, below its heading. */
export function OrderSkeleton() {
  return (
    <>
      <Panel className={classes.panel}>
        <Skeleton className={sizes.tracker ?? ""} />
      </Panel>
      <div className={classes.columns}>
        <Panel className={`${classes.panel} ${classes.payment}`}>
          <Skeleton width="10rem" height="1.75rem" />
          <Skeleton className={sizes.payment ?? ""} />
        </Panel>
        <div className={classes.left}>
          <div className={classes.main}>
            {[sizes.address, sizes.items].map((size) => (
              <Panel key={size} className={classes.panel}>
                <Skeleton width="8rem" height="1.75rem" />
                <Skeleton className={size ?? ""} />
              </Panel>
            ))}
          </div>
        </div>
        <div className={classes.side}>
          <Panel className={classes.panel}>
            <Skeleton width="9rem" height="1.75rem" />
            <SkeletonText rows={["100%", "100%", "100%", "100%"]} />
          </Panel>
        </div>
      </div>
    </>
  );
}
