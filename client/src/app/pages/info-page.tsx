import { Button } from "@mantine/core";
import { infoMeta } from "@shop/shared/page/info-meta";
import type { InfoPage as InfoPageData } from "@shop/shared/page/info-page";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages, pathOf } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { homePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { InfoText } from "../../ui/info-text.tsx";
import { LongDay } from "../../ui/long-day.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./info-page.module.css";

/** One of the shop's own pages, such as the one about returns. */
export function InfoPage() {
  const { slug = "" } = useParams();
  const query = trpc.info.page.useQuery({ slug }, cachedBriefly);
  // The page of an unknown one carries null.
  const page: InfoPageData | null | undefined = query.data;
  if (page === null || hasStatus(query.error, 404)) return <InfoNotFound />;
  if (page === undefined) {
    const { title } = pages.info;
    return (
      <div className={classes.page}>
        <PageMeta meta={plainMeta(title, pathOf("info", { slug }))} />
        <PageHeading isHidden>{title}</PageHeading>
        {query.isError ? (
          <ErrorAlert
            message={messageOf(query.error, "Failed to load page")}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <div aria-busy="true" data-screen-coming>
            <Skeleton height="60vh" />
          </div>
        )}
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageMeta meta={infoMeta(page)} />
      <Breadcrumbs above={[{ name: "Home", path: homePath }]} here={page.title} />
      <article className={classes.article}>
        <PageHeading>{page.title}</PageHeading>
        <InfoText body={page.body} />
        {page.updatedAt !== null && (
          <p className={classes.updated}>
            Last changed on <LongDay time={page.updatedAt} />
          </p>
        )}
      </article>
    </div>
  );
}

function InfoNotFound() {
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta("Page not found", homePath)} />
      <PageHeading>Page not found</PageHeading>
      <EmptyState
        text="There is no such page any more, or the link has a typo."
        action={
          <Button component={PrefetchLink} to={homePath}>
            Go to the shop
          </Button>
        }
      />
    </div>
  );
}
