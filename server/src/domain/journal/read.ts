import { pageSlugPattern } from "@shop/shared/page/info-page";
import {
  type Article,
  type ArticleCard,
  type ArticleLink,
  articlesInFeed,
  articlesOnPage,
  type JournalPage,
} from "@shop/shared/page/journal";
import { articlesMax } from "@shop/shared/page/journal-edit";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { articles } from "../../db/schema/articles.ts";
import { asTyped, renderMarkdown } from "../../infra/render-markdown.ts";
import { notFound } from "../base/errors.ts";

const isPublished = eq(articles.isPublished, true);
const newestFirst = [desc(articles.publishedAt), desc(articles.id)];

const cardColumns = {
  slug: articles.slug,
  title: articles.title,
  summary: sql<string>`coalesce(nullif(${articles.summary}, ''), ${articles.firstWords})`,
  image: articles.image,
  imageAlt: articles.imageAlt,
  publishedAt: articles.publishedAt,
};

/** Whether customers can read any article, so that pages link to the journal. */
export async function hasArticles(db: Db): Promise<boolean> {
  const [row] = await db.select({ id: articles.id }).from(articles).where(isPublished).limit(1);
  return row !== undefined;
}

/** A page of the articles that customers can read, the newest first. A page beyond the last one is empty. */
export async function listArticles(db: Db, page: number): Promise<JournalPage> {
  const count = await db.$count(articles, isPublished);
  const pages = Math.max(1, Math.ceil(count / articlesOnPage));
  const found = page > pages ? [] : await readCards(db, articlesOnPage, (page - 1) * articlesOnPage);
  return { articles: found.map(({ updatedAt: _, ...card }) => card), page, pages };
}

/** The newest articles, for the feed, with the times of their last changes. */
export function listNewestArticles(db: Db): Promise<(ArticleCard & { updatedAt: Date })[]> {
  return readCards(db, articlesInFeed);
}

async function readCards(db: Db, limit: number, offset = 0): Promise<(ArticleCard & { updatedAt: Date })[]> {
  const rows = await db
    .select({ ...cardColumns, updatedAt: articles.updatedAt })
    .from(articles)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, publishedAt: timeOf(row) }));
}

/** An article as customers read it, with the ones before and after it. Fails with NOT_FOUND, also for one that is not published. */
export async function readArticle(db: Db, slug: string): Promise<Article> {
  if (!pageSlugPattern.test(slug)) throw notFound("Article");
  const [row] = await db
    .select({ ...cardColumns, id: articles.id, text: articles.text, updatedAt: articles.updatedAt })
    .from(articles)
    .where(and(eq(articles.slug, slug), isPublished));
  if (row === undefined) throw notFound("Article");
  const { id, text, updatedAt, ...card } = row;
  const { older, newer } = await readNeighbours(db, id);
  return {
    ...card,
    publishedAt: timeOf(row),
    body: (await renderMarkdown(text)) ?? asTyped(text),
    updatedAt: updatedAt.toISOString(),
    ...(older === undefined ? {} : { older }),
    ...(newer === undefined ? {} : { newer }),
  };
}

async function readNeighbours(db: Db, id: string): Promise<{ older?: ArticleLink; newer?: ArticleLink }> {
  const place = sql`(${articles.publishedAt}, ${articles.id})`;
  const here = sql`(select published_at, id from ${articles} where id = ${id})`;
  const link = { slug: articles.slug, title: articles.title };
  const [older] = await db
    .select(link)
    .from(articles)
    .where(and(isPublished, sql`${place} < ${here}`))
    .orderBy(...newestFirst)
    .limit(1);
  const [newer] = await db
    .select(link)
    .from(articles)
    .where(and(isPublished, sql`${place} > ${here}`))
    .orderBy(asc(articles.publishedAt), asc(articles.id))
    .limit(1);
  return { ...(older === undefined ? {} : { older }), ...(newer === undefined ? {} : { newer }) };
}

/** The addresses of all published articles, for crawlers. */
export function listArticleAddresses(db: Db): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: articles.slug, updatedAt: articles.updatedAt })
    .from(articles)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(articlesMax);
}

function timeOf({ publishedAt }: { publishedAt: Date | null }): string {
  if (publishedAt === null) throw new Error("a published article has a time");
  return publishedAt.toISOString();
}
