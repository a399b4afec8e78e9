import { type ReactNode, useId } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { Answer } from "./answer.ts";
import classes from "./dashboard-panel.module.css";

type DashboardPanelProps<Data> = {
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
export function DashboardPanel<Data>({ title, aside, answer, failure, skeleton, children }: DashboardPanelProps<Data>) {
  const id = useId();
  return (
    <Panel component="section" isPlain className={classes.panel ?? ""} aria-labelledby={id}>
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
    </Panel>
  );
}
