import { changesBetween } from "@shop/shared/admin/audit";
import {
  type ArticleDetail,
  type ArticleLine,
  type ArticleLines,
  type ArticleState,
  articlesMax,
  type CreateArticle,
  type PublishArticle,
  type SaveArticle,
} from "@shop/shared/page/journal-edit";
import { instantIn } from "@shop/shared/time-zone";
import { desc, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { articles } from "../../db/schema/articles.ts";
import { firstWords } from "../../infra/markdown.ts";
import type { Admin } from "../base/actor.ts";
import { readDraftText } from "../base/draft-text.ts";
import { DomainError, notFound, refuseStale, violates } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { announceEverywhere } from "../catalog/version.ts";

type Owner = Admin<"content.write">;
type Row = typeof articles.$inferSelect;
type Version = { id: string; version: number };

const linesOnPage = 25;

const lineColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  publishedAt: articles.publishedAt,
  isPublished: articles.isPublished,
  updatedAt: articles.updatedAt,
  version: articles.version,
};

/** A page of all articles, the one that was changed last first. */
export async function listAllArticles(db: Db, _owner: Owner, page: number): Promise<ArticleLines> {
  const pages = Math.max(1, Math.ceil((await db.$count(articles)) / linesOnPage));
  if (page > pages) return { articles: [], page, pages };
  const rows = await db
    .select(lineColumns)
    .from(articles)
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(linesOnPage)
    .offset((page - 1) * linesOnPage);
  return { articles: rows.map(toLine), page, pages };
}

/** An article as an owner edits it. Fails with NOT_FOUND. */
export async function readArticleDetail(db: Db, _owner: Owner, id: string): Promise<ArticleDetail> {
  return toDetail(requireRow(await db.select().from(articles).where(eq(articles.id, id))));
}

/** Adds a draft without a text. Throws NAME_TAKEN for an address that another article has, and VALIDATION for too many. */
export async function createArticle(db: Db, owner: Owner, { title, slug }: CreateArticle): Promise<ArticleDetail> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(articles)) >= articlesMax) {
      const message = `There can be at most ${articlesMax.toLocaleString("en-US")} articles`;
      throw new DomainError("VALIDATION", message, { errors: [{ path: "title", message }] });
    }
    const values = { id: uuidv7(), slug, title };
    const row = requireRow(await tx.insert(articles).values(values).returning().catch(refuseTaken));
    await recordAct(tx, owner, { act: "created", entity: "article", entityId: row.id, subject: title });
    return toDetail(row);
  });
}

function refuseTaken(error: unknown): never {
  if (!violates(error, "articles_slug_key")) throw error;
  const message = "Another article has this address";
  throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "slug", message }] });
}

/**
 * Saves an article; customers see a published one at once. Fails with NOT_FOUND, with STALE when it has changed since the
 * version of `input`, and with VALIDATION when its text would take too long to show.
 */
export async function saveArticle(db: Db, owner: Owner, input: SaveArticle): Promise<ArticleDetail> {
  const body = await readDraftText(input.text, "text");
  return db.transaction(async (tx) => {
    const before = await lock(tx, input);
    const { title, summary, image, imageAlt, text } = input;
    const after = await write(tx, before, { title, summary, image, imageAlt, text, firstWords: firstWords(body) });
    const changes = changesBetween(factsOf(before), factsOf(after), ["title", "summary", "image", "characters"]);
    await recordAct(tx, owner, { act: "updated", entity: "article", entityId: after.id, subject: title, changes });
    return toDetail(after);
  });
}

/** The text itself is too long for the audit. */
function factsOf({ title, summary, image, text }: Row) {
  return { title, summary, image, characters: text.length };
}

/**
 * Publishes an article now, as of a day that has passed, or plans it for a later time. Fails with NOT_FOUND, with STALE when
 * it has changed since the version of `input`, and with VALIDATION when it is not written yet.
 */
export async function publishArticle(
  { db, timeZone }: { db: Db; timeZone: string },
  owner: Owner,
  { at, ...input }: PublishArticle,
): Promise<ArticleDetail> {
  const publishedAt = at === null ? new Date() : instantIn(timeZone, at);
  return db.transaction(async (tx) => {
    const before = await lock(tx, input);
    if (before.text === "") {
      const message = "Write and save the article first";
      throw new DomainError("VALIDATION", message, { errors: [{ path: "text", message }] });
    }
    const isPublished = publishedAt.getTime() <= Date.now();
    const after = await write(tx, before, { publishedAt, isPublished });
    const changes = changesBetween(timesOf(before), timesOf(after), ["publishedAt"]);
    await recordAct(tx, owner, {
      act: "published",
      entity: "article",
      entityId: after.id,
      subject: after.title,
      changes,
    });
    return toDetail(after);
  });
}

/** Makes an article a draft again, which customers do not see. Fails with NOT_FOUND and STALE. */
export async function unpublishArticle(db: Db, owner: Owner, input: Version): Promise<ArticleDetail> {
  return db.transaction(async (tx) => {
    const before = await lock(tx, input);
    const after = await write(tx, before, { publishedAt: null, isPublished: false });
    const changes = changesBetween(timesOf(before), timesOf(after), ["publishedAt"]);
    const { id: entityId, title: subject } = after;
    await recordAct(tx, owner, { act: "updated", entity: "article", entityId, subject, changes });
    return toDetail(after);
  });
}

function timesOf({ publishedAt }: Row) {
  return { publishedAt: publishedAt?.toISOString() ?? null };
}

/** Deletes an article. Fails with NOT_FOUND and STALE. */
export async function deleteArticle(db: Db, owner: Owner, input: Version): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lock(tx, input);
    await tx.delete(articles).where(eq(articles.id, row.id));
    await recordAct(tx, owner, { act: "deleted", entity: "article", entityId: row.id, subject: row.title });
    if (row.isPublished) await announceEverywhere(tx);
  });
}

async function lock(tx: Db, input: Version): Promise<Row> {
  const row = requireRow(await tx.select().from(articles).where(eq(articles.id, input.id)).for("update"));
  refuseStale(row, input);
  return row;
}

/** Changes an article, and has every instance read anew what customers see of it. */
async function write(tx: Db, before: Row, change: Partial<Row>): Promise<Row> {
  const values = { ...change, version: before.version + 1, updatedAt: new Date() };
  const after = requireRow(await tx.update(articles).set(values).where(eq(articles.id, before.id)).returning());
  if (before.isPublished || after.isPublished) await announceEverywhere(tx);
  return after;
}

function requireRow(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw notFound("Article");
  return row;
}

function stateOf({ publishedAt, isPublished }: Pick<Row, "publishedAt" | "isPublished">): ArticleState {
  if (isPublished) return "published";
  return publishedAt === null ? "draft" : "planned";
}

function toLine(row: Pick<Row, keyof typeof lineColumns>): ArticleLine {
  const { id, slug, title, publishedAt, updatedAt, version } = row;
  return {
    _id: id,
    slug,
    title,
    state: stateOf(row),
    publishedAt: publishedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    version,
  };
}

function toDetail(row: Row): ArticleDetail {
  const { summary, image, imageAlt, text } = row;
  return { ...toLine(row), summary, image, imageAlt, text };
}
