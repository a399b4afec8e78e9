import { Button } from "@mantine/core";
import type { OwnQuestion as Question } from "@shop/shared/question/question";
import { reviewReasonWords } from "@shop/shared/review/review-reasons";
import { productPath } from "../../lib/paths.ts";
import { Day } from "../../ui/day.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { StatusDot } from "../../ui/status-dot.tsx";
import classes from "./question.module.css";

type OwnQuestionProps = {
  question: Question;
  /** Whether it says which product it is about. */
  hasProduct?: boolean;
  onDelete: () => void;
  isBusy: boolean;
};

/** A question of the customer: how far it is, the answer if there is one, and a way to delete it. */
export function OwnQuestion({ question, hasProduct = false, onDelete, isBusy }: OwnQuestionProps) {
  const { product, text, createdAt, answer, hiddenReason } = question;
  return (
    <li className={classes.own}>
      {hasProduct && (
        <p className={classes.product}>
          {product.isOnSale ? (
            <PrefetchLink to={`${productPath(product._id)}#questions`}>{product.name}</PrefetchLink>
          ) : (
            product.name
          )}
        </p>
      )}
      <p className={classes.text}>{text}</p>
      <p className={classes.meta}>
        Asked on <Day time={createdAt} />
      </p>
      {answer === null ? (
        <StatusDot tone="going">Waits for our answer</StatusDot>
      ) : (
        <>
          <StatusDot tone="done">Answered</StatusDot>
          <p className={classes.answer}>{answer.text}</p>
        </>
      )}
      {hiddenReason !== null && (
        <p className={classes.meta}>
          Not shown to others: {reviewReasonWords[hiddenReason].toLowerCase()}. Our mail to you says what you can do.
        </p>
      )}
      <Button
        variant="default"
        size="compact-md"
        aria-disabled={isBusy || undefined}
        aria-label={`Delete question: ${text.slice(0, 80)}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </li>
  );
}
