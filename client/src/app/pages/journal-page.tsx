import { Button } from "@mantine/core";
import { journalMeta, journalPath } from "@shop/shared/page/journal";
import { toPageNumber } from "@shop/shared/page/page-number";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { ArticleCards } from "../../features/journal/article-cards.tsx";
import { homePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./info-page.module.css";

const { title } = pages.journal;

/** The articles of the journal, the newest first. */
export function JournalPage() {
  const pageNumber = toPageNumber(useParams().pageNumber);
  return (
    <div className={classes.page}>
      <PageMeta meta={journalMeta(pageNumber)} />
      <Breadcrumbs above={[{ name: "Home", path: homePath }]} here={title} />
      <PageHeading>{title}</PageHeading>
      <Articles pageNumber={pageNumber} />
    </div>
  );
}

function Articles({ pageNumber }: { pageNumber: number }) {
  const list = trpc.journal.list.useQuery({ pageNumber }, cachedBriefly);
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorAlert
        message={messageOf(list.error, "Failed to load the journal")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    ) : (
      <div aria-busy="true" data-screen-coming>
        <Skeleton height="60vh" />
      </div>
    );
  }
  const { articles, page, pages: last } = list.data;
  if (articles.length === 0) {
    const isBeyond = page > 1;
    return (
      <EmptyState
        text={isBeyond ? "There are no articles on this page." : "Nothing has been written here yet."}
        action={
          <Button component={PrefetchLink} to={isBeyond ? pages.journal.path : homePath}>
            {isBeyond ? "To the newest articles" : "Go to the shop"}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ArticleCards articles={articles} />
      <Pagination page={page} pages={last} toPage={journalPath} label="Pages of the journal" />
    </>
  );
}
