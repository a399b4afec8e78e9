import {
  type BlockNode,
  type InfoGroup,
  type InfoLink,
  type InfoPage,
  type InfoSlug,
  infoSlugs,
  isInfoSlug,
} from "@shop/shared/page/info-page";
import type { InfoPageDetail, InfoPageLine } from "@shop/shared/page/info-page-edit";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { infoPages } from "../../db/schema/info-pages.ts";
import { plainText } from "../../infra/markdown.ts";
import { asTyped, renderMarkdown } from "../../infra/render-markdown.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { perVersion } from "../catalog/per-version.ts";
import type { InfoFacts } from "./info-facts.ts";
import { startingPages } from "./starting-texts.ts";

/** Search engines show about as much. */
const descriptionLength = 155;

const groups: Record<InfoSlug, InfoGroup> = {
  shipping: "help",
  returns: "help",
  contact: "help",
  terms: "company",
  privacy: "company",
  imprint: "company",
  accessibility: "company",
  "size-guide": "help",
};

type Row = typeof infoPages.$inferSelect;

/** Admins' changes change the version of the catalog, by a trigger. */
const readHeads = perVersion((db) =>
  db
    .select({
      slug: infoPages.slug,
      title: infoPages.title,
      isShown: infoPages.isShown,
      updatedAt: infoPages.updatedAt,
    })
    .from(infoPages),
);

/** The pages that customers can read, for the links to them, with the days of their last change. */
export async function listShownPages(db: Db, facts: InfoFacts): Promise<(InfoLink & { updatedAt: Date | null })[]> {
  const written = new Map((await readHeads(db)).map((head) => [head.slug, head]));
  return infoSlugs.flatMap((slug) => {
    const { title, isShown, updatedAt } = written.get(slug) ?? {
      title: startingPages[slug].title,
      isShown: startingPages[slug].isShown(facts),
      updatedAt: null,
    };
    return isShown ? [{ slug, title, group: groups[slug], updatedAt }] : [];
  });
}

/** One page as customers read it. Fails with NOT_FOUND also for one that is not shown. */
export async function readInfoPage(db: Db, facts: InfoFacts, slug: string): Promise<InfoPage> {
  const page = isInfoSlug(slug) ? toDetail(slug, await findRow(db, slug), facts) : undefined;
  if (page === undefined || !page.isShown) throw notFound("Page");
  const body = (await renderMarkdown(page.text)) ?? asTyped(page.text);
  return { slug: page.slug, title: page.title, description: shorten(plainText(body)), body, updatedAt: page.updatedAt };
}

/** All pages, written or not. */
export async function listInfoPages(db: Db, _admin: Admin<"content.write">, facts: InfoFacts): Promise<InfoPageLine[]> {
  const rows = new Map((await db.select().from(infoPages)).map((row) => [row.slug, row]));
  return infoSlugs.map((slug) => {
    const { text: _text, ...line } = toDetail(slug, rows.get(slug), facts);
    return line;
  });
}

/** One page as admins edit it. Fails with NOT_FOUND. */
export async function readInfoPageDetail(
  db: Db,
  _admin: Admin<"content.write">,
  facts: InfoFacts,
  slug: InfoSlug,
): Promise<InfoPageDetail> {
  return toDetail(slug, await findRow(db, slug), facts);
}

/** How customers would see a text. Fails with VALIDATION for one that would take too long to show. */
export async function previewInfoPage(_admin: Admin<"content.write">, text: string): Promise<BlockNode[]> {
  const body = await renderMarkdown(text, { isDraft: true });
  if (body !== undefined) return body;
  const message = "This text is too complicated to be shown. Please use fewer special characters.";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "text", message }] });
}

async function findRow(db: Db, slug: InfoSlug): Promise<Row | undefined> {
  const [row] = await db.select().from(infoPages).where(eq(infoPages.slug, slug));
  return row;
}

/** A page as it is stored, or its starting text. */
export function toDetail(slug: InfoSlug, row: Row | undefined, facts: InfoFacts): InfoPageDetail {
  const group = groups[slug];
  if (row !== undefined) {
    const { title, text, isShown, version, updatedAt } = row;
    return { slug, group, title, text, isShown, version, updatedAt: updatedAt.toISOString(), isStarting: false };
  }
  const { title, text, isShown } = startingPages[slug];
  const starting = { title, text: text(facts), isShown: isShown(facts) };
  return { slug, group, ...starting, version: 0, updatedAt: null, isStarting: true };
}

function shorten(text: string): string {
  const line = text.trim();
  if (line.length <= descriptionLength) return line;
  const end = line.lastIndexOf(" ", descriptionLength);
  return `${line.slice(0, end > 0 ? end : descriptionLength)}…`;
}
