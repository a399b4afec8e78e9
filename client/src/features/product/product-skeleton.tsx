import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import detail from "./product-detail.module.css";
import classes from "./product-skeleton.module.css";

/** Skeleton of the product page. */
export function ProductSkeleton() {
  return (
    <div className={`${detail.product} ${classes.page}`} aria-busy="true" data-screen-coming>
      <div className={detail.columns}>
        <Skeleton className={classes.panel ?? ""} width="100%" />
        <div className={detail.facts}>
          <div className={detail.title}>
            <Skeleton className={classes.name ?? ""} width="80%" />
            <Skeleton width="9rem" height="24px" />
          </div>
          <Skeleton className={classes.offer ?? ""} width="100%" />
          <Skeleton width="100%" height="44px" />
          <div>
            <SkeletonText rows={["100%", "70%"]} />
          </div>
          <div>
            <SkeletonText rows={["100%", "96%", "98%", "60%"]} />
          </div>
        </div>
      </div>
    </div>
  );
}
