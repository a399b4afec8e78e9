import { Button } from "@mantine/core";
import type { ListedQuestion, QuestionPage } from "@shop/shared/question/question";
import { answeredCount } from "@shop/shared/question/question-words";
import { keepListedMs, questionPageSize } from "@shop/shared/shop";
import { useId, useRef, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { loginPath, productPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Day } from "../../ui/day.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ShopAnswer } from "../../ui/shop-answer.tsx";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import classes from "./product-questions.module.css";

// Lazy, because only those who are signed in can ask.
const AskForm = lazyPart("ask-form", () => import("./ask-form.tsx").then((form) => form.AskForm), {
  loading: () => <Skeleton height="12rem" />,
  failed: missingPart("The form for your question could not be loaded."),
});
const OpenQuestions = lazyPart(
  "open-questions",
  () => import("./open-questions.tsx").then((questions) => questions.OpenQuestions),
  { failed: () => null },
);

type ProductQuestionsProps = {
  productId: string;
  /** Where the shop answers to; absent for whoever has not signed in with an account. */
  email: string | undefined;
};

/** The answered questions about a product, those of the customer that wait for an answer, and the form for a new one. */
export function ProductQuestions({ productId, email }: ProductQuestionsProps) {
  const [pageNumber, setPageNumber] = useState(1);
  const listTop = useRef<HTMLParagraphElement>(null);
  const query = trpc.question.list.useQuery(
    { productId, pageNumber },
    // Keeps the previous page while another one loads. The same stale time as the product.
    { staleTime: keepListedMs, placeholderData: (previous) => previous },
  );
  const { data } = query;
  function goToPage(page: number) {
    setPageNumber(page);
    listTop.current?.focus({ preventScroll: true });
    listTop.current?.scrollIntoView({ block: "start" });
  }
  return (
    <section className={classes.questions} aria-labelledby="questions">
      <h2 id="questions" className={classes.heading} tabIndex={-1}>
        Questions and answers
      </h2>
      <div className={classes.columns}>
        <div className={classes.main}>
          {email !== undefined && <OpenQuestions productId={productId} />}
          {data !== undefined ? (
            <>
              <p ref={listTop} className={classes.count} tabIndex={-1} role="status">
                {countOf(data)}
              </p>
              <QuestionList questions={data.questions} isStale={query.isPlaceholderData} />
              <Paging page={data.page} pages={data.pages} onPageChange={goToPage} />
            </>
          ) : query.isError ? (
            <ErrorAlert
              message={messageOf(query.error, "Failed to load questions")}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          ) : (
            <div aria-busy="true" className={classes.item}>
              <SkeletonText rows={["70%", "100%", "85%"]} />
            </div>
          )}
        </div>
        <Panel isPlain component="section" className={classes.ask} aria-labelledby="ask-question">
          <h3 id="ask-question" className={classes.askTitle}>
            Ask a question
          </h3>
          {email === undefined ? (
            <p className={classes.muted}>
              Something is unclear? Please{" "}
              <PrefetchLink to={loginPath(`${productPath(productId)}#questions`)}>sign in</PrefetchLink> to ask us.
            </p>
          ) : (
            <AskForm productId={productId} email={email} />
          )}
        </Panel>
      </div>
    </section>
  );
}

/** `3 answered questions`, or `6–10 of 12 answered questions` for more than one page. */
function countOf({ questions, page, pages, total }: QuestionPage): string {
  if (total === 0) return "No questions yet. Ask the first one.";
  if (pages <= 1) return answeredCount(total);
  const start = (page - 1) * questionPageSize;
  return `${start + 1}–${start + questions.length} of ${answeredCount(total)}`;
}

function QuestionList({ questions, isStale }: { questions: readonly ListedQuestion[]; isStale: boolean }) {
  if (questions.length === 0) return null;
  return (
    <ul className={classes.list} aria-busy={isStale}>
      {questions.map((question) => (
        <li key={question._id} className={classes.item}>
          <AnsweredQuestion question={question} />
        </li>
      ))}
    </ul>
  );
}

function AnsweredQuestion({ question: { text, createdAt, answer, variant } }: { question: ListedQuestion }) {
  const id = useId();
  return (
    <article aria-labelledby={id}>
      <h3 id={id} className={classes.text}>
        {text}
      </h3>
      <p className={classes.meta}>
        Asked on <Day time={createdAt} />
        {variant !== undefined && `, about ${variant}`}
      </p>
      <ShopAnswer at={answer.at} text={answer.text} isEdited={answer.editedAt !== null} />
    </article>
  );
}

type PagingProps = { page: number; pages: number; onPageChange: (page: number) => void };

function Paging({ page, pages, onPageChange }: PagingProps) {
  if (pages <= 1) return null;
  return (
    <nav className={classes.paging} aria-label="Pages of questions">
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
