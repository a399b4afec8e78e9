import type { ReactNode } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import type { Answer } from "./answer.ts";

type DashboardPanelProps<Data> = {
  title: string;
  /** A link or a control beside the title. */
  aside?: ReactNode;
  answer: Answer<Data>;
  /** The message where the server gives no reason for a failure. */
  failure: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A panel of the dashboard with the result of a query, its skeleton or its error. */
export function DashboardPanel<Data>({ title, aside, answer, failure, skeleton, children }: DashboardPanelProps<Data>) {
  return (
    <AdminPanel title={title} aside={aside}>
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
    </AdminPanel>
  );
}
