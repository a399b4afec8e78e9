import { infoMeta } from "@shop/shared/page/info-meta";
import type { InfoPage as InfoPageData } from "@shop/shared/page/info-page";
import { pages, pathOf } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { homePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { InfoText } from "../../ui/info-text.tsx";
import { LongDay } from "../../ui/long-day.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import classes from "./info-page.module.css";
import { MissingPage, UnreadPage } from "./page-states.tsx";

/** One of the shop's own pages, such as the one about returns. */
export function InfoPage() {
  const { slug = "" } = useParams();
  const query = trpc.info.page.useQuery({ slug }, cachedBriefly);
  // The page of an unknown one carries null.
  const page: InfoPageData | null | undefined = query.data;
  if (page === null || hasStatus(query.error, 404)) {
    return (
      <div className={classes.page}>
        <MissingPage text="There is no such page any more, or the link has a typo." />
      </div>
    );
  }
  if (page === undefined) {
    return (
      <div className={classes.page}>
        <UnreadPage
          title={pages.info.title}
          path={pathOf("info", { slug })}
          failed="Failed to load page"
          query={query}
        />
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
