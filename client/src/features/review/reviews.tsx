import { Button } from "@mantine/core";
import type { ReviewOrder, ReviewPage } from "@shop/shared/review";
import { keepListedMs } from "@shop/shared/shop";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { ReviewHead } from "./review-head.tsx";
import { ReviewList, ReviewListSkeleton } from "./review-list.tsx";
import { ReviewSummary } from "./review-summary.tsx";
import classes from "./reviews.module.css";

type Choice = { rating: number | undefined; order: ReviewOrder; pageNumber: number };
const unfiltered: Choice = { rating: undefined, order: "newest", pageNumber: 1 };

type ReviewsProps = {
  productId: string;
  /** Id of the heading, for links that lead here. */
  headingId: string;
  /** What to show until the answer comes, where it is known already. */
  first: ReviewPage | undefined;
  /** Where a review is written, or the way there. What it is given is to be called when a review has been stored. */
  writing: (onCreated: () => void) => ReactNode;
};

/** What buyers say of a product: the average, how it spreads, and the reviews, filtered, sorted and paged. */
export function Reviews({ productId, headingId, first, writing }: ReviewsProps) {
  const listTop = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<Choice>(unfiltered);
  const { rating, order, pageNumber } = choice;
  const answer = trpc.review.list.useQuery(
    { productId, order, pageNumber, ...(rating === undefined ? {} : { rating }) },
    // Fresh for as long as the product is. Another choice keeps the old list in place until its own has come.
    { staleTime: keepListedMs, placeholderData: (previous) => previous ?? (choice === unfiltered ? first : undefined) },
  );
  const { data } = answer;
  const [isAwaitingNew, setAwaitingNew] = useState(false);
  const newest = useRef<HTMLLIElement>(null);
  const isUpToDate = !answer.isFetching && !answer.isPlaceholderData;
  useEffect(() => {
    if (!isAwaitingNew || !isUpToDate) return;
    setAwaitingNew(false);
    newest.current?.focus();
  }, [isAwaitingNew, isUpToDate]);
  const hasReviews = data?.byRating.some((count) => count > 0);

  function turnTo(page: number) {
    setChoice({ ...choice, pageNumber: page });
    listTop.current?.focus({ preventScroll: true });
    listTop.current?.scrollIntoView({ block: "start" });
  }

  function showNew() {
    setChoice(unfiltered);
    setAwaitingNew(true);
  }

  function showAll() {
    setChoice({ ...choice, rating: undefined, pageNumber: 1 });
    // The button goes with the filter.
    listTop.current?.focus({ preventScroll: true });
  }

  return (
    <section className={classes.reviews} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading} tabIndex={-1}>
        Reviews
      </h2>
      {data !== undefined && !hasReviews ? (
        <div className={classes.none}>
          <EmptyState
            illustration="lamp"
            text="No Reviews"
            help="Have you tried it? Be the first to say what it is like."
          />
          {writing(showNew)}
        </div>
      ) : (
        <div className={classes.columns}>
          <div className={classes.side}>
            {data !== undefined && (
              <ReviewSummary
                byRating={data.byRating}
                chosen={rating}
                onChoose={(stars) => setChoice({ ...choice, rating: stars, pageNumber: 1 })}
              />
            )}
            {writing(showNew)}
          </div>
          <div className={classes.main}>
            {data === undefined && answer.isError && (
              <ErrorAlert
                message={messageOf(answer.error, "Failed to load reviews")}
                onRetry={() => void answer.refetch()}
                isRetrying={answer.isFetching}
              />
            )}
            {data === undefined && !answer.isError && <ReviewListSkeleton />}
            {data !== undefined && (
              <>
                <ReviewHead
                  ref={listTop}
                  answer={data}
                  rating={rating}
                  order={order}
                  onOrder={(next) => setChoice({ ...choice, order: next, pageNumber: 1 })}
                  onShowAll={showAll}
                />
                <ReviewList
                  newest={newest}
                  reviews={data.reviews}
                  isStale={answer.isPlaceholderData && data !== first}
                />
                <ReviewPaging page={data.page} pages={data.pages} onTurn={turnTo} />
              </>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

type ReviewPagingProps = { page: number; pages: number; onTurn: (page: number) => void };

/** The way through longer lists; nothing where one page holds all. */
function ReviewPaging({ page, pages, onTurn }: ReviewPagingProps) {
  if (pages <= 1) return null;
  return (
    <nav className={classes.paging} aria-label="Pages of reviews">
      <Button variant="default" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <span className={classes.pageNumber}>
        Page {page} of {pages}
      </span>
      <Button variant="default" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
