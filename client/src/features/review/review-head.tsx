import { reviewCount } from "@shop/shared/review/rating";
import type { ReviewPage } from "@shop/shared/review/review";
import { isFiltered, type ReviewChoice, type ReviewOrder } from "@shop/shared/review/review-address";
import { reviewPageSize } from "@shop/shared/shop";
import { IconX } from "@tabler/icons-react";
import type { Ref } from "react";
import { SortSelect } from "../../ui/sort-select.tsx";
import classes from "./review-head.module.css";

const orders: readonly { value: ReviewOrder; name: string }[] = [
  { value: "newest", name: "Newest first" },
  { value: "highest", name: "Highest rating" },
  { value: "lowest", name: "Lowest rating" },
  { value: "helpful", name: "Most helpful" },
];

type ReviewHeadProps = {
  ref: Ref<HTMLDivElement>;
  list: ReviewPage;
  choice: ReviewChoice;
  onChoose: (choice: ReviewChoice) => void;
  onShowAll: () => void;
};

/** Number and filters of the listed reviews, and the sort order. */
export function ReviewHead({ ref, list, choice, onChoose, onShowAll }: ReviewHeadProps) {
  const { rating, photos, verified, order } = choice;
  const toggle = (name: "photos" | "verified") => {
    const { [name]: before, ...rest } = choice;
    onChoose({ ...rest, pageNumber: 1, ...(before === true ? {} : { [name]: true }) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div ref={ref} className={classes.head} tabIndex={-1} role="group" aria-label="Reviews shown">
      <p className={classes.count} role="status">
        {shownOf(list)}
        {rating !== undefined && ` with ${rating} ${rating === 1 ? "star" : "stars"}`}
      </p>
      {isFiltered(choice) && (
        <button type="button" className={classes.all} onClick={onShowAll}>
          Show all
          <IconX size={16} aria-hidden="true" />
        </button>
      )}
      <SortSelect
        options={orders}
        value={order}
        needsScripts
        onSort={(next) => onChoose({ ...choice, order: next, pageNumber: 1 })}
      />
      <div className={classes.filters}>
        <Toggle isOn={photos === true} onToggle={() => toggle("photos")}>
          With photos
        </Toggle>
        <Toggle isOn={verified === true} onToggle={() => toggle("verified")}>
          Verified buyers
        </Toggle>
      </div>
    </div>
  );
}

function Toggle({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: string }) {
  return (
    <button type="button" className={classes.toggle} aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  );
}

/** `12 reviews`, or `11–20 of 43 reviews` for more than one page. */
function shownOf({ reviews, page, pages, total }: ReviewPage): string {
  if (pages <= 1) return reviewCount(total);
  const start = (page - 1) * reviewPageSize;
  return `${start + 1}–${start + reviews.length} of ${reviewCount(total)}`;
}
