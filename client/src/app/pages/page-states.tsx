import { Button } from "@mantine/core";
import { plainMeta } from "@shop/shared/page/page-data";
import type { ReactNode } from "react";
import { homePath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type UnreadPageProps = {
  title: string;
  path: string;
  /** The message where the server gives no reason. */
  failed: string;
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
};

/** What stands in place of a page that is still to come, or could not be loaded. */
export function UnreadPage({ title, path, failed, query }: UnreadPageProps): ReactNode {
  return (
    <>
      <PageMeta meta={plainMeta(title, path)} />
      <PageHeading isHidden>{title}</PageHeading>
      {query.isError ? (
        <ErrorAlert
          message={messageOf(query.error, failed)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div aria-busy="true" data-screen-coming>
          <Skeleton height="60vh" />
        </div>
      )}
    </>
  );
}

/** What stands in place of a page that there is not, with a way on. */
export function MissingPage({ text }: { text: string }) {
  return (
    <>
      <PageMeta meta={plainMeta("Page not found", homePath)} />
      <PageHeading>Page not found</PageHeading>
      <EmptyState
        text={text}
        action={
          <Button component={PrefetchLink} to={homePath}>
            Go to the shop
          </Button>
        }
      />
    </>
  );
}
