import { reviewCount } from "@shop/shared/rating";
import type { ReviewOrder, ReviewPage } from "@shop/shared/review";
import { reviewPageSize } from "@shop/shared/shop";
import { IconX } from "@tabler/icons-react";
import { type Ref, useId } from "react";
import classes from "./review-head.module.css";

const orders: readonly { value: ReviewOrder; name: string }[] = [
  { value: "newest", name: "Newest first" },
  { value: "highest", name: "Highest rating" },
  { value: "lowest", name: "Lowest rating" },
];

type ReviewHeadProps = {
  ref: Ref<HTMLDivElement>;
  list: ReviewPage;
  rating: number | undefined;
  order: ReviewOrder;
  onOrder: (order: ReviewOrder) => void;
  onShowAll: () => void;
};

/** Number and filter of the listed reviews, and the sort order. */
export function ReviewHead({ ref, list, rating, order, onOrder, onShowAll }: ReviewHeadProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div ref={ref} className={classes.head} tabIndex={-1} role="group" aria-label="Reviews shown">
      <p className={classes.count} role="status">
        {shownOf(list)}
        {rating !== undefined && ` with ${rating} ${rating === 1 ? "star" : "stars"}`}
      </p>
      {rating !== undefined && (
        <button type="button" className={classes.all} onClick={onShowAll}>
          Show all
          <IconX size={16} aria-hidden="true" />
        </button>
      )}
      <div className={classes.sort}>
        <label className={classes.label} htmlFor={id}>
          Sort by
        </label>
        <select
          id={id}
          className={classes.order}
          value={order}
          onChange={(event) => {
            const next = orders.find(({ value }) => value === event.currentTarget.value);
            if (next !== undefined) onOrder(next.value);
          }}
        >
          {orders.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** `12 reviews`, or `11–20 of 43 reviews` for more than one page. */
function shownOf({ reviews, page, pages, total }: ReviewPage): string {
  if (pages <= 1) return reviewCount(total);
  const start = (page - 1) * reviewPageSize;
  return `${start + 1}–${start + reviews.length} of ${reviewCount(total)}`;
}
