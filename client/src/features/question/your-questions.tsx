import { Button, Group, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { Panel } from "../../ui/panel.tsx";
import { OwnQuestion } from "./own-question.tsx";
import classes from "./question.module.css";
import { useDeleteQuestion } from "./use-delete-question.tsx";

/** All questions of the customer about products. Nothing for whoever never asked, and where they cannot be loaded. */
export function YourQuestions() {
  const [pageNumber, setPageNumber] = useState(1);
  const { data } = trpc.question.own.useQuery({ pageNumber }, { ...cachedBriefly, placeholderData: keepPreviousData });
  const { remove, isBusy, dialog } = useDeleteQuestion();
  if (data === undefined || data.total === 0) return dialog;
  const { questions, page, pages } = data;
  return (
    <Panel component="section" className={classes.panel} aria-labelledby="your-questions">
      <h2 id="your-questions" className={classes.panelTitle} tabIndex={-1}>
        Your questions
      </h2>
      <ul className={classes.list}>
        {questions.map((question) => (
          <OwnQuestion
            key={question._id}
            question={question}
            hasProduct
            isBusy={isBusy}
            onDelete={() => void remove(question)}
          />
        ))}
      </ul>
      {(pages > 1 || page > 1) && (
        <Group component="nav" gap="md" aria-label="Pages of your questions">
          <Button variant="default" disabled={page <= 1} onClick={() => setPageNumber(page - 1)}>
            Previous
          </Button>
          <Text span c="dimmed">
            Page {page} of {Math.max(pages, page)}
          </Text>
          <Button variant="default" disabled={page >= pages} onClick={() => setPageNumber(page + 1)}>
            Next
          </Button>
        </Group>
      )}
      {dialog}
    </Panel>
  );
}
