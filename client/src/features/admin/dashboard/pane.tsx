import { type ReactNode, useId } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Glass } from "../../../ui/glass.tsx";
import type { Answer } from "./answer.ts";
import classes from "./pane.module.css";

type PaneProps<Data> = {
  title: string;
  /** A link or a choice beside the title. */
  aside?: ReactNode;
  answer: Answer<Data>;
  /** What to say when the answer fails without words of its own. */
  failure: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A pane of Home with its heading: the answer, or its place while it comes, or what went wrong. */
export function Pane<Data>({ title, aside, answer, failure, skeleton, children }: PaneProps<Data>) {
  const id = useId();
  return (
    <Glass component="section" isPlain className={classes.pane ?? ""} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside}
      </div>
      {answer.data !== undefined ? (
        children(answer.data)
      ) : answer.isError ? (
        <ErrorAlert
          message={messageOf(answer.error, failure)}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      ) : (
        <div aria-busy="true">{skeleton}</div>
      )}
    </Glass>
  );
}
