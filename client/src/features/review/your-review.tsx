import { Button } from "@mantine/core";
import type { OwnReview } from "@shop/shared/review/review";
import { reviewReasonWords } from "@shop/shared/review/review-reasons";
import { Day } from "../../ui/day.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PhotoThumbnails } from "../../ui/photos/photo-thumbnails.tsx";
import { Rating } from "../../ui/rating.tsx";
import classes from "./your-review.module.css";

/** The customer's own review. It takes the place of the form, because a product is reviewed once. */
export function YourReview({ review, onEdit }: { review: OwnReview; onEdit: () => void }) {
  const { name, rating, comment, createdAt, editedAt, photos, canEdit, hiddenReason } = review;
  return (
    <Panel component="section" isPlain className={classes.review} aria-labelledby="your-review">
      <h3 id="your-review" className={classes.title}>
        Your review
      </h3>
      <p className={classes.marks}>
        <Rating value={rating} />
        <Day time={createdAt} className={classes.date} />
        {editedAt != null && <span className={classes.date}>Edited</span>}
      </p>
      {hiddenReason != null && (
        <p className={classes.hidden}>
          We have hidden it from others: {reviewReasonWords[hiddenReason].toLowerCase()}. Our mail to you says what you
          can do.
        </p>
      )}
      <p className={classes.comment}>{comment}</p>
      <PhotoThumbnails photos={photos ?? []} name={name} />
      {canEdit && (
        <Button variant="default" onClick={onEdit}>
          Edit your review
        </Button>
      )}
    </Panel>
  );
}
