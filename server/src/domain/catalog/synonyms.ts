import { type AdminPage, toAdminPage } from "@shop/shared/admin/admin-list";
import { changesBetween } from "@shop/shared/admin/audit";
import type { PageSynonyms, SaveSynonyms, Synonyms } from "@shop/shared/catalog/search-settings";
import { isId } from "@shop/shared/query";
import { asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { searchSynonyms } from "../../db/schema/search.ts";
import { holds, lowered } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { notFound, refuseStale } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { deleteEmptySearches } from "./empty-searches.ts";

const columns = {
  _id: searchSynonyms.id,
  words: searchSynonyms.words,
  finds: searchSynonyms.finds,
  version: searchSynonyms.version,
  updatedAt: searchSynonyms.updatedAt,
};

/** One page of the groups of synonyms. */
export async function pageSynonyms(
  db: Db,
  _admin: Admin<"products.read">,
  input: PageSynonyms,
): Promise<AdminPage<Synonyms>> {
  const { search, sort, pageNumber, pageSize } = input;
  const text = sql`array_to_string(${searchSynonyms.words} || ${searchSynonyms.finds}, ', ')`;
  const isWanted = search === "" ? undefined : holds(text, search);
  const keys = { words: lowered(sql`${searchSynonyms.words}[1]`), updatedAt: searchSynonyms.updatedAt };
  const direction = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(searchSynonyms)
      .where(isWanted)
      .orderBy(direction(keys[sort.by]), asc(searchSynonyms.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(searchSynonyms, isWanted),
  ]);
  return toAdminPage(rows.map(toSynonyms), total, input);
}

/** One group of synonyms. Fails with NOT_FOUND. */
export async function readSynonyms(db: Db, _admin: Admin<"products.read">, id: string): Promise<Synonyms> {
  const [found] = isId(id) ? await db.select(columns).from(searchSynonyms).where(eq(searchSynonyms.id, id)) : [];
  if (found === undefined) throw notFound("Group of synonyms");
  return toSynonyms(found);
}

/** Adds a group of synonyms. Searches follow it at once, because a trigger changes the version of the catalog. */
export async function createSynonyms(
  db: Db,
  admin: Admin<"products.write">,
  { words, finds }: SaveSynonyms,
): Promise<Synonyms> {
  return db.transaction(async (tx) => {
    const [created] = await tx.insert(searchSynonyms).values({ words, finds }).returning(columns);
    if (created === undefined) throw new Error("no row was inserted");
    await deleteEmptySearches(tx, words);
    await recordAct(tx, admin, {
      act: "created",
      entity: "synonyms",
      entityId: created._id,
      subject: subjectOf(created),
      changes: changesBetween({ finds: "" }, toTexts(created), ["finds"]),
    });
    return toSynonyms(created);
  });
}

/** Replaces a group of synonyms. Fails with NOT_FOUND, and with STALE when it has changed since the version of `input`. */
export async function updateSynonyms(
  db: Db,
  admin: Admin<"products.write">,
  id: string,
  input: SaveSynonyms,
): Promise<Synonyms> {
  return db.transaction(async (tx) => {
    const before = await lockSynonyms(tx, id);
    refuseStale(before, input);
    const { words, finds } = input;
    const [after] = await tx
      .update(searchSynonyms)
      .set({ words, finds, version: before.version + 1, updatedAt: new Date() })
      .where(eq(searchSynonyms.id, id))
      .returning(columns);
    if (after === undefined) throw new Error("a locked group is gone");
    await deleteEmptySearches(tx, words);
    const changes = changesBetween(toTexts(before), toTexts(after), ["words", "finds"]);
    await recordAct(tx, admin, {
      act: "updated",
      entity: "synonyms",
      entityId: id,
      subject: subjectOf(after),
      changes,
    });
    return toSynonyms(after);
  });
}

/** Deletes a group of synonyms. Fails with NOT_FOUND. */
export async function deleteSynonyms(db: Db, admin: Admin<"products.write">, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockSynonyms(tx, id);
    await tx.delete(searchSynonyms).where(eq(searchSynonyms.id, id));
    await recordAct(tx, admin, { act: "deleted", entity: "synonyms", entityId: id, subject: subjectOf(before) });
  });
}

async function lockSynonyms(tx: Db, id: string) {
  const found = isId(id)
    ? await tx.select(columns).from(searchSynonyms).where(eq(searchSynonyms.id, id)).for("update")
    : [];
  if (found[0] === undefined) throw notFound("Group of synonyms");
  return found[0];
}

type Group = { words: string[]; finds: string[] };

const subjectOf = ({ words }: Group) => words.join(", ");

function toTexts({ words, finds }: Group) {
  return { words: words.join(", "), finds: finds.join(", ") };
}

function toSynonyms({ updatedAt, ...row }: Omit<Synonyms, "updatedAt"> & { updatedAt: Date }): Synonyms {
  return { ...row, updatedAt: updatedAt.toISOString() };
}
