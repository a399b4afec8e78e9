import { imageAt, wideImageSet } from "@shop/shared/catalog/image";
import { type Article, articleImageSizes, articleMeta } from "@shop/shared/page/journal";
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
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./article-page.module.css";
import { MissingPage, UnreadPage } from "./page-states.tsx";

const { path: journal, title: journalTitle } = pages.journal;

/** An article of the journal. */
export function ArticlePage() {
  const { slug = "" } = useParams();
  const query = trpc.journal.article.useQuery({ slug }, cachedBriefly);
  // The page of an unknown one carries null.
  const article: Article | null | undefined = query.data;
  if (article === null || hasStatus(query.error, 404)) {
    return (
      <div className={classes.page}>
        <MissingPage text="There is no such article any more, or the link has a typo." />
      </div>
    );
  }
  if (article === undefined) {
    return (
      <div className={classes.page}>
        <UnreadPage
          title={pages.article.title}
          path={pathOf("article", { slug })}
          failed="Failed to load the article"
          query={query}
        />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageMeta meta={articleMeta(article)} />
      <Breadcrumbs
        above={[
          { name: "Home", path: homePath },
          { name: journalTitle, path: journal },
        ]}
        here={article.title}
      />
      <Body article={article} />
    </div>
  );
}

function Body({ article }: { article: Article }) {
  const { title, publishedAt, image, imageAlt, body } = article;
  return (
    <article className={classes.article}>
      <header className={classes.head}>
        <PageHeading>{title}</PageHeading>
        <p className={classes.day}>
          <LongDay time={publishedAt} />
        </p>
      </header>
      {image !== "" && (
        <img
          className={classes.image}
          src={imageAt(image, 640)}
          srcSet={wideImageSet(image)}
          sizes={articleImageSizes}
          alt={imageAlt}
          fetchPriority="high"
        />
      )}
      <InfoText body={body} />
      <MoreArticles article={article} />
    </article>
  );
}

/** The ways on: to the article before, to the one after, or to all. */
function MoreArticles({ article: { older, newer } }: { article: Article }) {
  return (
    <nav className={classes.more} aria-label="More articles">
      {[
        { name: "Newer", link: newer },
        { name: "Older", link: older },
      ].map(({ name, link }) =>
        link === undefined ? null : (
          <PrefetchLink key={name} to={pathOf("article", { slug: link.slug })} className={classes.link}>
            <span className={classes.day}>{name}</span>
            {link.title}
          </PrefetchLink>
        ),
      )}
      <PrefetchLink to={journal} className={classes.link}>
        All articles
      </PrefetchLink>
    </nav>
  );
}
