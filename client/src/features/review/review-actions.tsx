import type { ListedReview } from "@shop/shared/review/review";
import { IconFlag, IconThumbUp } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { loginPath, productPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { missingPart } from "../../ui/missing-part.tsx";
import classes from "./review-actions.module.css";

// Lazy, because it depends on the library's dialog.
const ReportDialog = lazyPart(
  "report-dialog",
  () => import("./report-dialog.tsx").then((dialog) => dialog.ReportDialog),
  {
    failed: missingPart("The form could not be loaded."),
  },
);

type ReviewActionsProps = {
  review: ListedReview;
  productId: string;
  /** Id of the review's heading, which the buttons are about. */
  headingId: string;
  isSignedIn: boolean;
  isOwn: boolean;
  isVoted: boolean;
  isReported: boolean;
};

/** The number of votes for a review, and what a reader can do: vote and report. Guests are led to sign in. */
export function ReviewActions(props: ReviewActionsProps) {
  const { review, productId, headingId, isSignedIn, isOwn, isVoted, isReported } = props;
  const [isReporting, setReporting] = useState(false);
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const vote = trpc.review.vote.useMutation({
    onSuccess: () => Promise.all([utils.review.list.invalidate(), utils.review.marks.invalidate({ productId })]),
  });
  const isOn = vote.isPending ? vote.variables.isHelpful : isVoted;
  const helpful = (review.helpful ?? 0) + (isOn === isVoted ? 0 : isOn ? 1 : -1);
  const signedIn = (act: () => void) => () => {
    if (isSignedIn) act();
    else void navigate(loginPath(productPath(productId)));
  };
  return (
    <div className={classes.actions}>
      {helpful > 0 && <span className={classes.count}>{helpfulWords(helpful)}</span>}
      {!isOwn && (
        <>
          <button
            type="button"
            className={classes.action}
            aria-pressed={isOn}
            aria-describedby={headingId}
            onClick={signedIn(() => oneAtATime(() => vote.mutateAsync({ reviewId: review._id, isHelpful: !isVoted })))}
          >
            <IconThumbUp size={16} aria-hidden="true" />
            Helpful
          </button>
          {isReported ? (
            <span className={classes.count}>Reported</span>
          ) : (
            <button
              type="button"
              className={classes.action}
              aria-describedby={headingId}
              onClick={signedIn(() => setReporting(true))}
            >
              <IconFlag size={16} aria-hidden="true" />
              Report
            </button>
          )}
        </>
      )}
      {vote.isError && (
        <p role="alert" className={classes.failure}>
          {messageOf(vote.error, "Your vote was not counted. Please try again.")}
        </p>
      )}
      {isReporting && <ReportDialog reviewId={review._id} productId={productId} onClose={() => setReporting(false)} />}
    </div>
  );
}

function helpfulWords(helpful: number): string {
  return helpful === 1 ? "1 person found this helpful" : `${helpful.toLocaleString("en-US")} people found this helpful`;
}
