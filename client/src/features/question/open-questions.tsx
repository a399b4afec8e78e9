import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { OwnQuestion } from "./own-question.tsx";
import classes from "./question.module.css";
import { useDeleteQuestion } from "./use-delete-question.tsx";

/** The customer's questions about a product that others do not see yet. Nothing without any, and where they cannot be loaded. */
export function OpenQuestions({ productId }: { productId: string }) {
  const { data = [] } = trpc.question.mine.useQuery({ productId }, cachedBriefly);
  const { remove, isBusy, dialog } = useDeleteQuestion();
  if (data.length === 0) return dialog;
  return (
    <section className={classes.openList} aria-labelledby="open-questions">
      <h3 id="open-questions" className={classes.title}>
        {data.length === 1 ? "Your question" : "Your questions"}
      </h3>
      <ul className={classes.openItems}>
        {data.map((question) => (
          <OwnQuestion key={question._id} question={question} isBusy={isBusy} onDelete={() => void remove(question)} />
        ))}
      </ul>
      {dialog}
    </section>
  );
}
