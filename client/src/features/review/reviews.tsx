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
  /** Id of the heading, for links to this section. */
  headingId: string;
  /** Shown until the first response, if known. */
  initialPage: ReviewPage | undefined;
  /** Renders the review form or the sign-in prompt. The form must call `onCreated` after a review is stored. */
  renderForm: (onCreated: () => void) => ReactNode;
};

/** Reviews of a product: average, distribution and a list with filter, sorting and pagination. */
export function Reviews({ productId, headingId, initialPage, renderForm }: ReviewsProps) {
  const listTop = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<Choice>(unfiltered);
  const { rating, order, pageNumber } = choice;
  const query = trpc.review.list.useQuery(
    { productId, order, pageNumber, ...(rating === undefined ? {} : { rating }) },
    {
      // The same stale time as the product.
      staleTime: keepListedMs,
      // Keeps the previous list while another filter or page loads.
      placeholderData: (previous) => previous ?? (choice === unfiltered ? initialPage : undefined),
    },
  );
  const { data } = query;
  const [isAwaitingCreated, setAwaitingCreated] = useState(false);
  const firstItem = useRef<HTMLLIElement>(null);
  const isUpToDate = !query.isFetching && !query.isPlaceholderData;
  useEffect(() => {
    if (!isAwaitingCreated || !isUpToDate) return;
    setAwaitingCreated(false);
    firstItem.current?.focus();
  }, [isAwaitingCreated, isUpToDate]);
  const hasReviews = data?.byRating.some((count) => count > 0);

  function goToPage(page: number) {
    setChoice({ ...choice, pageNumber: page });
    listTop.current?.focus({ preventScroll: true });
    listTop.current?.scrollIntoView({ block: "start" });
  }

  function showCreated() {
    setChoice(unfiltered);
    setAwaitingCreated(true);
  }

  function showAll() {
    setChoice({ ...choice, rating: undefined, pageNumber: 1 });
    // The button that had the focus unmounts with the filter.
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
          {renderForm(showCreated)}
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
            {renderForm(showCreated)}
          </div>
          <div className={classes.main}>
            {data === undefined && query.isError && (
              <ErrorAlert
                message={messageOf(query.error, "Failed to load reviews")}
                onRetry={() => void query.refetch()}
                isRetrying={query.isFetching}
              />
            )}
            {data === undefined && !query.isError && <ReviewListSkeleton />}
            {data !== undefined && (
              <>
                <ReviewHead
                  ref={listTop}
                  list={data}
                  rating={rating}
                  order={order}
                  onOrder={(next) => setChoice({ ...choice, order: next, pageNumber: 1 })}
                  onShowAll={showAll}
                />
                <ReviewList
                  firstItemRef={firstItem}
                  reviews={data.reviews}
                  isStale={query.isPlaceholderData && data !== initialPage}
                />
                <ReviewPaging page={data.page} pages={data.pages} onPageChange={goToPage} />
              </>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

type ReviewPagingProps = { page: number; pages: number; onPageChange: (page: number) => void };

function ReviewPaging({ page, pages, onPageChange }: ReviewPagingProps) {
  if (pages <= 1) return null;
  return (
    <nav className={classes.paging} aria-label="Pages of reviews">
      <Button variant="default" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        Previous
      </Button>
      <span className={classes.pageNumber}>
        Page {page} of {pages}
      </span>
      <Button variant="default" disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
