import type { ListedReview } from "@shop/shared/review/review";
import { IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useId } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { Day } from "../../ui/day.tsx";
import { PhotoThumbnails } from "../../ui/photos/photo-thumbnails.tsx";
import { Rating } from "../../ui/rating.tsx";
import { ShopAnswer } from "../../ui/shop-answer.tsx";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import { ReviewActions } from "./review-actions.tsx";
import classes from "./review-list.module.css";

type ReviewListProps = {
  productId: string;
  isSignedIn: boolean;
  reviews: ListedReview[];
  isStale: boolean;
  /** The first item, to move the focus there. */
  firstItemRef: RefObject<HTMLLIElement | null>;
};

/** One page of reviews. */
export function ReviewList({ productId, isSignedIn, reviews, isStale, firstItemRef }: ReviewListProps) {
  const asked = { ...cachedBriefly, enabled: isSignedIn };
  const own = trpc.review.mine.useQuery({ productId }, asked).data;
  const marks = trpc.review.marks.useQuery({ productId }, asked).data;
  return (
    <ul className={classes.list} aria-busy={isStale}>
      {reviews.map((review, index) => (
        <li key={review._id} className={classes.item} {...(index === 0 ? { ref: firstItemRef, tabIndex: -1 } : {})}>
          <ReviewItem review={review}>
            {(headingId) => (
              <ReviewActions
                review={review}
                productId={productId}
                headingId={headingId}
                isSignedIn={isSignedIn}
                isOwn={own?._id === review._id}
                isVoted={marks?.helpful.includes(review._id) ?? false}
                isReported={marks?.reported.includes(review._id) ?? false}
              />
            )}
          </ReviewItem>
        </li>
      ))}
    </ul>
  );
}

type ReviewItemProps = { review: ListedReview; children: (headingId: string) => ReactNode };

function ReviewItem({ review, children }: ReviewItemProps) {
  const {
    name,
    rating,
    comment,
    createdAt,
    isVerified,
    editedAt = null,
    photos = [],
    answer = null,
    variant = null,
  } = review;
  const headingId = useId();
  return (
    <article className={classes.review} aria-labelledby={headingId}>
      <div className={classes.author}>
        <div className={classes.byline}>
          <h3 id={headingId} className={classes.name}>
            {name}
          </h3>
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
          {variant !== null && <span className={classes.edited}>About {variant}</span>}
          {editedAt !== null && <span className={classes.edited}>Edited</span>}
        </div>
      </div>
      <div className={classes.words}>
        <p className={classes.comment}>{comment}</p>
        <PhotoThumbnails photos={photos} name={name} />
        {answer !== null && <ShopAnswer at={answer.at} text={answer.text} />}
        {children(headingId)}
      </div>
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
