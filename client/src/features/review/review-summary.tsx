import { reviewCount } from "@shop/shared/review/rating";
import type { ReviewPage } from "@shop/shared/review/review";
import { Panel } from "../../ui/panel.tsx";
import { Rating } from "../../ui/rating.tsx";
import classes from "./review-summary.module.css";

type ReviewSummaryProps = {
  byRating: ReviewPage["byRating"];
  /** The rating that the list is filtered by. */
  chosen: number | undefined;
  onChoose: (stars: number | undefined) => void;
};

/** The average rating and a bar for each rating, which toggles the filter by that rating. */
export function ReviewSummary({ byRating, chosen, onChoose }: ReviewSummaryProps) {
  const total = byRating.reduce((sum, count) => sum + count, 0);
  const average = byRating.reduce((sum, count, index) => sum + count * (index + 1), 0) / total;
  return (
    <Panel isPlain className={classes.summary ?? ""}>
      <p className={classes.average}>
        <span className={classes.number} aria-hidden="true">
          {average.toFixed(1)}
        </span>
        <Rating value={average} count={total} />
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form */}
      <div className={classes.bars} role="group" aria-label="Filter reviews by rating">
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = byRating[stars - 1] ?? 0;
          const isChosen = chosen === stars;
          return (
            <button
              key={stars}
              type="button"
              className={classes.bar}
              aria-pressed={isChosen}
              aria-label={`${stars} ${stars === 1 ? "star" : "stars"}, ${reviewCount(count)}`}
              disabled={count === 0 && !isChosen}
              onClick={() => onChoose(isChosen ? undefined : stars)}
            >
              <span>
                {stars} {stars === 1 ? "star" : "stars"}{" "}
              </span>
              <span className={classes.track}>
                <span className={classes.fill} style={{ width: `${(100 * count) / total}%` }} />
              </span>
              <span className={classes.count}>{count}</span>
            </button>
          );
        })}
      </div>
    </Panel>
  );
}
