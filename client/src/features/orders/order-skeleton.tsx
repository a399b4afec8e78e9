import { Glass } from "../../ui/glass.tsx";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import classes from "./order-view.module.css";

/** An order's place while it is on the way, below its heading. */
export function OrderSkeleton() {
  return (
    <>
      <Glass className={classes.pane}>
        <Skeleton height="5rem" />
      </Glass>
      <div className={classes.columns}>
        <div className={classes.main}>
          {["7rem", "8.5rem", "7rem"].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the panes never move
            <Glass key={index} className={classes.pane}>
              <Skeleton width="8rem" height="1.75rem" />
              <Skeleton height={height} />
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
