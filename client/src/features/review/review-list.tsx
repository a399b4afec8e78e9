import type { ListedReview } from "@shop/shared/review";
import { IconCircleCheck } from "@tabler/icons-react";
import type { RefObject } from "react";
import { Day } from "../../ui/day.tsx";
import { Rating } from "../../ui/rating.tsx";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import classes from "./review-list.module.css";

type ReviewListProps = {
  reviews: ListedReview[];
  isStale: boolean;
  /** The first item, to move the focus there. */
  firstItemRef: RefObject<HTMLLIElement | null>;
};

/** One page of reviews. */
export function ReviewList({ reviews, isStale, firstItemRef }: ReviewListProps) {
  return (
    <ul className={classes.list} aria-busy={isStale}>
      {reviews.map((review, index) => (
        <li key={review._id} className={classes.item} {...(index === 0 ? { ref: firstItemRef, tabIndex: -1 } : {})}>
          <ReviewItem review={review} />
        </li>
      ))}
    </ul>
  );
}

function ReviewItem({ review: { name, rating, comment, createdAt, isVerified } }: { review: ListedReview }) {
  return (
    <article>
      <div className={classes.byline}>
        <h3 className={classes.name}>{name}</h3>
        <Day time={createdAt} className={classes.date} />
      </div>
      <div className={classes.marks}>
        <Rating value={rating} />
        {isVerified && (
          <span className={classes.verified}>
            <IconCircleCheck size={16} aria-hidden="true" />
            Verified buyer
          </span>
        )}
      </div>
      <p className={classes.comment}>{comment}</p>
    </article>
  );
}

/** Skeleton of the review list. */
export function ReviewListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true">
      {["90%", "70%", "80%"].map((last) => (
        <div key={last} className={classes.item}>
          <Skeleton width="10rem" height="24px" />
          <Skeleton width="6rem" height="20px" />
          <SkeletonText rows={["100%", last]} />
        </div>
      ))}
    </div>
  );
}
