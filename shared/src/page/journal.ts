// The pages of the journal show these, so this module must not import zod.
import type { BlockNode } from "./info-page.ts";
import { type PageMeta, plainMeta } from "./page-data.ts";
import { pages, pathOf } from "./pages.ts";

/** An article in a list, as customers see it. */
export type ArticleCard = {
  slug: string;
  title: string;
  /** What the article is about, in the owner's words or its first ones. */
  summary: string;
  /** The address of the uploaded image; empty without one. */
  image: string;
  imageAlt: string;
  publishedAt: string;
};

/** A page of the journal, the newest article first. */
export type JournalPage = { articles: ArticleCard[]; page: number; pages: number };

/** The title and address of an article, for a link to it. */
export type ArticleLink = Pick<ArticleCard, "slug" | "title">;

/** An article as customers read it. */
export type Article = ArticleCard & {
  body: BlockNode[];
  updatedAt: string;
  /** The articles that were published before and after this one. */
  older?: ArticleLink;
  newer?: ArticleLink;
};

/** So many articles a page of the journal lists. */
export const articlesOnPage = 12;
/** So many articles the feed has. */
export const articlesInFeed = 20;
/** How wide the image of an article is shown. */
export const articleImageSizes = "(min-width: 48em) 720px, 100vw";
/** The address of the Atom feed. */
export const feedPath = "/journal/feed.xml";

const journalWords = "Stories and advice from the shop.";

/** The path of a page of the journal. */
export function journalPath(page: number): string {
  return page === 1 ? pages.journal.path : pathOf("journalPage", { pageNumber: String(page) });
}

/** Meta of a page of the journal. */
export function journalMeta(page: number): PageMeta {
  const { title } = pages.journal;
  const name = page === 1 ? title : `${title}, page ${page}`;
  return { ...plainMeta(name, journalPath(page)), description: journalWords };
}

/** Meta of an article. */
export function articleMeta({ slug, title, summary, image, imageAlt }: ArticleCard): PageMeta {
  const path = pathOf("article", { slug });
  if (image === "") return { ...plainMeta(title, path), description: summary };
  return { name: title, description: summary, path, image, imageAlt: imageAlt === "" ? title : imageAlt };
}
