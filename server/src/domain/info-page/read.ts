import {
  type BlockNode,
  type InfoGroup,
  type InfoLink,
  type InfoPage,
  type InfoSlug,
  infoSlugs,
  isInfoSlug,
  ownPagesMax,
  type PagePlace,
  pageSlugPattern,
} from "@shop/shared/page/info-page";
import type { InfoPageDetail, InfoPageLine } from "@shop/shared/page/info-page-edit";
import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { infoPages } from "../../db/schema/info-pages.ts";
import { firstWords } from "../../infra/markdown.ts";
import { asTyped, renderMarkdown } from "../../infra/render-markdown.ts";
import type { Admin } from "../base/actor.ts";
import { readDraftText } from "../base/draft-text.ts";
import { notFound } from "../base/errors.ts";
import { perVersion } from "../catalog/per-version.ts";
import { hasArticles } from "../journal/read.ts";
import type { InfoFacts } from "./info-facts.ts";
import { startingPages } from "./starting-texts.ts";

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

/** What every page can be linked by; `place` is null for the pages that every shop can have. */
type Head = Pick<Row, "slug" | "title" | "isShown" | "updatedAt" | "place">;

/** What every page links to. Changes of it change the version of the catalog. */
const readHeads = perVersion(async (db) => ({
  heads: await db
    .select({
      slug: infoPages.slug,
      title: infoPages.title,
      isShown: infoPages.isShown,
      updatedAt: infoPages.updatedAt,
      place: infoPages.place,
    })
    .from(infoPages),
  hasJournal: await hasArticles(db),
}));

type ShownPage = Omit<InfoLink, "group"> & { group: PagePlace; updatedAt: Date | null };

/** The pages that customers can read, with the days of their last change, an owner's own by title; and whether there is a journal. */
export async function readShown(db: Db, facts: InfoFacts): Promise<{ pages: ShownPage[]; hasJournal: boolean }> {
  const { heads, hasJournal } = await readHeads(db);
  return { pages: [...startingPagesShown(heads, facts), ...ownPagesShown(heads)], hasJournal };
}

function ownPagesShown(heads: readonly Head[]): ShownPage[] {
  return heads
    .flatMap(({ place, isShown, slug, title, updatedAt }) =>
      place === null || !isShown ? [] : [{ slug, title, group: place, updatedAt }],
    )
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

function startingPagesShown(heads: readonly Head[], facts: InfoFacts): ShownPage[] {
  const written = new Map(heads.map((head) => [head.slug, head]));
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
  const page = await findDetail(db, facts, slug);
  if (page === undefined || !page.isShown) throw notFound("Page");
  const body = (await renderMarkdown(page.text)) ?? asTyped(page.text);
  return { slug: page.slug, title: page.title, description: firstWords(body), body, updatedAt: page.updatedAt };
}

/** All pages, written or not. */
export async function listInfoPages(db: Db, _admin: Admin<"content.write">, facts: InfoFacts): Promise<InfoPageLine[]> {
  const rows = await db
    .select()
    .from(infoPages)
    .orderBy(asc(infoPages.title))
    .limit(ownPagesMax + infoSlugs.length);
  const written = new Map(rows.map((row) => [row.slug, row]));
  const details = [
    ...infoSlugs.map((slug) => toDetail(slug, written.get(slug), facts)),
    ...rows.filter(({ place }) => place !== null).map(ofRow),
  ];
  return details.map(({ text: _text, ...line }) => line);
}

/** One page as admins edit it. Fails with NOT_FOUND. */
export async function readInfoPageDetail(
  db: Db,
  _admin: Admin<"content.write">,
  facts: InfoFacts,
  slug: string,
): Promise<InfoPageDetail> {
  const page = await findDetail(db, facts, slug);
  if (page === undefined) throw notFound("Page");
  return page;
}

/** How customers would see a text. Fails with VALIDATION for one that would take too long to show. */
export async function previewInfoPage(_admin: Admin<"content.write">, text: string): Promise<BlockNode[]> {
  return readDraftText(text, "text");
}

/** A page as it is stored, or its starting text; `undefined` if there is neither. */
async function findDetail(db: Db, facts: InfoFacts, slug: string): Promise<InfoPageDetail | undefined> {
  const [row] = pageSlugPattern.test(slug) ? await db.select().from(infoPages).where(eq(infoPages.slug, slug)) : [];
  if (row !== undefined) return ofRow(row);
  return isInfoSlug(slug) ? toDetail(slug, undefined, facts) : undefined;
}

/** A page as it is stored. */
export function ofRow({ slug, place, title, text, isShown, version, updatedAt }: Row): InfoPageDetail {
  const own = { place: place ?? (isInfoSlug(slug) ? groups[slug] : "none"), isOwn: place !== null };
  return { slug, ...own, title, text, isShown, version, updatedAt: updatedAt.toISOString(), isStarting: false };
}

/** A page that every shop can have, as it is stored, or its starting text. */
export function toDetail(slug: InfoSlug, row: Row | undefined, facts: InfoFacts): InfoPageDetail {
  if (row !== undefined) return ofRow(row);
  const of = { slug, place: groups[slug], isOwn: false };
  const { title, text, isShown } = startingPages[slug];
  const starting = { title, text: text(facts), isShown: isShown(facts) };
  return { ...of, ...starting, version: 0, updatedAt: null, isStarting: true };
}
