import { imageAt, imageSet } from "@shop/shared/catalog/image";
import type { ArticleCard } from "@shop/shared/page/journal";
import { pathOf } from "@shop/shared/page/pages";
import { LongDay } from "../../ui/long-day.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./article-cards.module.css";

/** Articles in a grid, each with its image, day and summary. */
export function ArticleCards({ articles }: { articles: readonly ArticleCard[] }) {
  return (
    <ul className={classes.cards}>
      {articles.map((article, place) => (
        <li key={article.slug}>
          <Card article={article} isFirst={place === 0} />
        </li>
      ))}
    </ul>
  );
}

function Card({ article, isFirst }: { article: ArticleCard; isFirst: boolean }) {
  const { slug, title, summary, image, publishedAt } = article;
  return (
    <article className={classes.card}>
      {image === "" ? (
        <div className={classes.blank} aria-hidden="true">
          {[...title][0]}
        </div>
      ) : (
        <img
          className={classes.image}
          src={imageAt(image, 640)}
          srcSet={imageSet(image)}
          sizes="(min-width: 62em) 400px, (min-width: 48em) 50vw, 100vw"
          // The link says what it is about.
          alt=""
          loading={isFirst ? "eager" : "lazy"}
        />
      )}
      <div className={classes.words}>
        <p className={classes.day}>
          <LongDay time={publishedAt} />
        </p>
        <h2 className={classes.title}>
          <PrefetchLink to={pathOf("article", { slug })} className={classes.link}>
            {title}
          </PrefetchLink>
        </h2>
        <p className={classes.summary}>{summary}</p>
      </div>
    </article>
  );
}
