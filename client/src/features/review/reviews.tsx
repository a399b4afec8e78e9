import { Button } from "@mantine/core";
import type { ReviewPage } from "@shop/shared/review/review";
import {
  allReviews,
  isFiltered,
  type ReviewChoice,
  readReviewChoice,
  reviewsInput,
  writeReviewChoice,
} from "@shop/shared/review/review-address";
import { keepListedMs } from "@shop/shared/shop";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { toStayOn } from "../../ui/navigation-focus.ts";
import { HiddenNote } from "./hidden-note.tsx";
import { ReviewHead } from "./review-head.tsx";
import { ReviewList, ReviewListSkeleton } from "./review-list.tsx";
import { ReviewSummary } from "./review-summary.tsx";
import classes from "./reviews.module.css";

// Lazy, because few products have photos of customers, and the server knows nothing of them.
const CustomerPhotos = lazyPart(
  "customer-photos",
  () => import("./customer-photos.tsx").then((photos) => photos.CustomerPhotos),
  { failed: () => null },
);

type ReviewsProps = {
  productId: string;
  /** Id of the heading, for links to this section. */
  headingId: string;
  isSignedIn: boolean;
  /** Shown until the first response, if known. */
  initialPage: ReviewPage | undefined;
  /** Renders the review form or the sign-in prompt. The form must call `onCreated` after a review is stored. */
  renderForm: (onCreated: () => void) => ReactNode;
};

/** Reviews of a product: average, distribution and a list with filters, sorting and pagination, all in the address. */
export function Reviews({ productId, headingId, isSignedIn, initialPage, renderForm }: ReviewsProps) {
  const listTop = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useReviewChoice();
  const isPlain = choice.order === allReviews.order && choice.pageNumber === 1 && !isFiltered(choice);
  const query = trpc.review.list.useQuery(reviewsInput(productId, choice), {
    // The same stale time as the product.
    staleTime: keepListedMs,
    // Keeps the previous list while another filter or page loads.
    placeholderData: (previous) => previous ?? (isPlain ? initialPage : undefined),
  });
  const { data } = query;
  const [isAwaitingCreated, setAwaitingCreated] = useState(false);
  const firstItem = useRef<HTMLLIElement>(null);
  const isUpToDate = !query.isFetching && !query.isPlaceholderData && isPlain;
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
    setChoice(allReviews);
    setAwaitingCreated(true);
  }

  function showAll() {
    setChoice({ order: choice.order, pageNumber: 1 });
    // The button that had the focus unmounts with the filter.
    listTop.current?.focus({ preventScroll: true });
  }

  const form = (
    <div id="write-review" className={classes.form}>
      {renderForm(showCreated)}
    </div>
  );
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
          <HiddenNote hidden={data.hidden} />
          {form}
        </div>
      ) : (
        <div className={classes.columns}>
          <div className={classes.side}>
            {data !== undefined && (
              <ReviewSummary
                byRating={data.byRating}
                chosen={choice.rating}
                onChoose={(rating) => setChoice(withRating(choice, rating))}
              />
            )}
            {form}
          </div>
          <div className={classes.main}>
            {data?.hasPhotos && <CustomerPhotos productId={productId} />}
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
                <ReviewHead ref={listTop} list={data} choice={choice} onChoose={setChoice} onShowAll={showAll} />
                <ReviewList
                  firstItemRef={firstItem}
                  productId={productId}
                  isSignedIn={isSignedIn}
                  reviews={data.reviews}
                  isStale={query.isPlaceholderData && data !== initialPage}
                />
                <ReviewPaging page={data.page} pages={data.pages} onPageChange={goToPage} />
                <HiddenNote hidden={data.hidden} />
              </>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/** The choice in the address, and what changes it without an entry in the history. */
function useReviewChoice(): [ReviewChoice, (choice: ReviewChoice) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const set = (choice: ReviewChoice) => {
    const params = new URLSearchParams(location.search);
    writeReviewChoice(params, choice);
    const search = params.toString();
    void navigate(
      { pathname: location.pathname, search: search === "" ? "" : `?${search}` },
      { replace: true, preventScrollReset: true, state: toStayOn(location) },
    );
  };
  return [readReviewChoice(new URLSearchParams(location.search)), set];
}

function withRating({ rating: _, ...choice }: ReviewChoice, rating: number | undefined): ReviewChoice {
  return { ...choice, pageNumber: 1, ...(rating === undefined ? {} : { rating }) };
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
