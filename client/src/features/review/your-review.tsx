import type { Review } from "@shop/shared/catalog";
import { Day } from "../../ui/day.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Rating } from "../../ui/rating.tsx";
import classes from "./your-review.module.css";

/** The customer's own review. It takes the place of the form, because a product is reviewed once. */
export function YourReview({ review: { rating, comment, createdAt } }: { review: Review }) {
  return (
    <Panel component="section" isPlain className={classes.review} aria-labelledby="your-review">
      <h3 id="your-review" className={classes.title}>
        Your review
      </h3>
      <p className={classes.marks}>
        <Rating value={rating} />
        <Day time={createdAt} className={classes.date} />
      </p>
      <p className={classes.comment}>{comment}</p>
    </Panel>
  );
}
