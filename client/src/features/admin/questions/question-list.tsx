import { Anchor, Button, Flex, Group, Stack, Text } from "@mantine/core";
import type { AdminQuestion, AdminQuestionPage, QuestionFilter } from "@shop/shared/question/question";
import { questionCount } from "@shop/shared/question/question-words";
import { reviewReasonWords } from "@shop/shared/review/review-reasons";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { productPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { AnswerQuestionForm } from "./answer-question-form.tsx";
import { HideQuestionForm } from "./hide-question-form.tsx";
import { useQuestionActs } from "./use-question-acts.ts";

/** What customers ask about products: what waits for an answer, oldest first, or other questions. */
export function QuestionList() {
  const state = useTableState({ usualSort: "-createdAt", filters: { show: ["answered", "hidden", "all"] } });
  const { search, pageNumber } = state.input;
  const filter = state.filters.show ?? "open";
  const list = trpc.admin.questions.page.useQuery(
    { filter, search, pageNumber },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  return (
    <>
      <TableTools searchLabel="Search questions" columns={[]} state={state}>
        <TableFilter
          label="Show"
          value={state.filters.show}
          onChange={(value) => state.setFilter("show", value)}
          all="Open"
          options={[
            { value: "answered", label: "Answered" },
            { value: "hidden", label: "Hidden" },
            { value: "all", label: "All" },
          ]}
        />
      </TableTools>
      {list.data !== undefined ? (
        <Listed list={list.data} filter={filter} isSearch={search !== ""} toPage={state.toPage} />
      ) : list.isError ? (
        <ErrorAlert
          message={messageOf(list.error, "Failed to load questions")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <div data-screen-coming>
          <Skeleton height="20rem" />
        </div>
      )}
    </>
  );
}

const emptyWords: Record<QuestionFilter, { text: string; help: string }> = {
  open: {
    text: "No open questions",
    help: "What a customer asks on the page of a product shows here until it is answered.",
  },
  answered: { text: "No answered questions", help: "Questions that you have answered show here." },
  hidden: { text: "No hidden questions", help: "Questions that you hide show here, and can be shown again." },
  all: { text: "No questions yet", help: "What customers ask about products shows here." },
};

type ListedProps = {
  list: AdminQuestionPage;
  filter: QuestionFilter;
  isSearch: boolean;
  toPage: (page: number) => string;
};

function Listed({ list, filter, isSearch, toPage }: ListedProps) {
  const { questions, page, pages, total } = list;
  if (total === 0) {
    return isSearch ? (
      <EmptyState text="No questions found." help="Search for a part of the question, the answer or the product." />
    ) : (
      <EmptyState {...emptyWords[filter]} />
    );
  }
  return (
    <Stack gap="md" maw="60rem">
      <AdminPanel title={questionCount(total)}>
        <DividedList>
          {questions.map((question) => (
            <QuestionLine key={question._id} question={question} />
          ))}
        </DividedList>
      </AdminPanel>
      <Pagination page={page} pages={pages} toPage={toPage} label="Pages of questions" />
    </Stack>
  );
}

function QuestionLine({ question }: { question: AdminQuestion }) {
  const { _id, product, asker, text, createdAt, answer, hidden } = question;
  const [open, setOpen] = useState<"hide" | "answer">();
  const close = () => setOpen(undefined);
  const about = `question about ${product.name} by ${asker}`;
  return (
    <Stack component="li" gap="xs" py="md" miw={0} style={{ overflowWrap: "anywhere" }}>
      <Group gap="xs" justify="space-between">
        {product.isOnSale ? (
          <Anchor component={PrefetchLink} to={`${productPath(product._id)}#questions`} fw={600} underline="always">
            {product.name}
          </Anchor>
        ) : (
          <Text span fw={600}>
            {product.name}{" "}
            <Text span c="dimmed" fw={400}>
              (not in the shop)
            </Text>
          </Text>
        )}
        <Text span fz="xs" c="dimmed">
          <Day time={createdAt} />
        </Text>
      </Group>
      <Group gap="sm">
        <Text span>{asker}</Text>
        {hidden !== null && <StatusDot tone="quiet">Hidden: {reviewReasonWords[hidden.reason]}</StatusDot>}
      </Group>
      <Text style={{ whiteSpace: "pre-line" }} maw="70ch">
        {text}
      </Text>
      {answer !== null && open !== "answer" && <Answer answer={answer} />}
      {open === "hide" ? (
        <HideQuestionForm id={_id} about={about} onClose={close} />
      ) : open === "answer" ? (
        <AnswerQuestionForm question={question} about={about} onClose={close} />
      ) : (
        <QuestionActs question={question} about={about} onOpen={setOpen} />
      )}
    </Stack>
  );
}

function Answer({ answer: { text, at, editedAt, by } }: { answer: NonNullable<AdminQuestion["answer"]> }) {
  return (
    <div>
      <Text pl="sm" maw="70ch" style={{ borderLeft: "3px solid var(--shop-link)", whiteSpace: "pre-line" }}>
        <Text span fw={600}>
          Your answer:{" "}
        </Text>
        {text}
      </Text>
      <Text pl="sm" fz="xs" c="dimmed">
        {by}, <Day time={at} />
        {editedAt !== null && ", edited"}
      </Text>
    </div>
  );
}

type QuestionActsProps = { question: AdminQuestion; about: string; onOpen: (form: "hide" | "answer") => void };

function QuestionActs({ question: { _id, text, answer, hidden }, about, onOpen }: QuestionActsProps) {
  const { show, remove, isBusy } = useQuestionActs(_id);
  const { ask, dialog } = useConfirm();
  async function confirmDeletion() {
    const consequence = `It is gone for good${answer === null ? "" : ", with your answer"}. To take it off the page alone, hide it.`;
    const question = { question: "Delete this question?", about: text, consequence, yes: "Delete", isDanger: true };
    if (await ask(question)) remove();
  }
  return (
    <Flex gap="sm" wrap="wrap">
      <Button
        variant={answer === null ? "filled" : "default"}
        aria-label={`${answer === null ? "Answer" : "Edit answer to"} ${about}`}
        onClick={() => onOpen("answer")}
      >
        {answer === null ? "Answer…" : "Edit answer…"}
      </Button>
      {hidden === null ? (
        <Button variant="default" aria-label={`Hide ${about}`} onClick={() => onOpen("hide")}>
          Hide…
        </Button>
      ) : (
        <Button
          variant="default"
          aria-label={`Show again: ${about}`}
          aria-disabled={isBusy || undefined}
          onClick={show}
        >
          Show again
        </Button>
      )}
      <Button
        variant="default"
        aria-label={`Delete ${about}`}
        aria-disabled={isBusy || undefined}
        onClick={() => void confirmDeletion()}
      >
        Delete…
      </Button>
      {dialog}
    </Flex>
  );
}
