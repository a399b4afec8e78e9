import { type AdminPage, toAdminPage } from "@shop/shared/admin/admin-list";
import { changesBetween } from "@shop/shared/admin/audit";
import type { PageRedirects, Redirect, SaveRedirect } from "@shop/shared/catalog/search-settings";
import { isId } from "@shop/shared/query";
import { asc, desc, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { searchRedirects } from "../../db/schema/search.ts";
import { holds, lowered, searchedWords } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale, violates } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { deleteEmptySearches } from "./empty-searches.ts";

const columns = {
  _id: searchRedirects.id,
  phrase: searchRedirects.phrase,
  path: searchRedirects.path,
  version: searchRedirects.version,
  updatedAt: searchRedirects.updatedAt,
};

/** Where a search for a keyword leads; `undefined` if to products. */
export async function findRedirect(db: Db, keyword: string): Promise<string | undefined> {
  const [found] = await redirectOf(db).execute({ keyword });
  return found?.path;
}

const redirectOf = preparedFor((db) =>
  db
    .select({ path: searchRedirects.path })
    .from(searchRedirects)
    .where(eq(searchRedirects.key, searchedWords(sql.placeholder("keyword"))))
    .prepare("search_redirect"),
);

/** One page of the redirects. */
export async function pageRedirects(
  db: Db,
  _admin: Admin<"products.read">,
  input: PageRedirects,
): Promise<AdminPage<Redirect>> {
  const { search, sort, pageNumber, pageSize } = input;
  const text = sql`${searchRedirects.phrase} || ' ' || ${searchRedirects.path}`;
  const isWanted = search === "" ? undefined : holds(sql`(${text})`, search);
  const { phrase, path, updatedAt } = searchRedirects;
  const keys = { phrase: lowered(phrase), path: lowered(path), updatedAt };
  const direction = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(searchRedirects)
      .where(isWanted)
      .orderBy(direction(keys[sort.by]), asc(searchRedirects.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(searchRedirects, isWanted),
  ]);
  return toAdminPage(rows.map(toRedirect), total, input);
}

/** One redirect. Fails with NOT_FOUND. */
export async function readRedirect(db: Db, _admin: Admin<"products.read">, id: string): Promise<Redirect> {
  const [found] = isId(id) ? await db.select(columns).from(searchRedirects).where(eq(searchRedirects.id, id)) : [];
  if (found === undefined) throw notFound("Redirect");
  return toRedirect(found);
}

/** Adds a redirect. Fails with NAME_TAKEN when the same words already lead somewhere. */
export async function createRedirect(
  db: Db,
  admin: Admin<"products.write">,
  { phrase, path }: SaveRedirect,
): Promise<Redirect> {
  return refusingTaken(() =>
    db.transaction(async (tx) => {
      const [created] = await tx
        .insert(searchRedirects)
        .values({ phrase, path, key: searchedWords(phrase) })
        .returning(columns);
      if (created === undefined) throw new Error("no row was inserted");
      await deleteEmptySearches(tx, [phrase]);
      await recordAct(tx, admin, {
        act: "created",
        entity: "redirect",
        entityId: created._id,
        subject: phrase,
        changes: changesBetween({ path: "" }, { path }, ["path"]),
      });
      return toRedirect(created);
    }),
  );
}

/** Changes a redirect. Fails with NOT_FOUND, NAME_TAKEN, and STALE when it has changed since the version of `input`. */
export async function updateRedirect(
  db: Db,
  admin: Admin<"products.write">,
  id: string,
  input: SaveRedirect,
): Promise<Redirect> {
  return refusingTaken(() =>
    db.transaction(async (tx) => {
      const before = await lockRedirect(tx, id);
      refuseStale(before, input);
      const { phrase, path } = input;
      const [after] = await tx
        .update(searchRedirects)
        .set({ phrase, path, key: searchedWords(phrase), version: before.version + 1, updatedAt: new Date() })
        .where(eq(searchRedirects.id, id))
        .returning(columns);
      if (after === undefined) throw new Error("a locked redirect is gone");
      await deleteEmptySearches(tx, [phrase]);
      const changes = changesBetween(before, after, ["phrase", "path"]);
      await recordAct(tx, admin, { act: "updated", entity: "redirect", entityId: id, subject: phrase, changes });
      return toRedirect(after);
    }),
  );
}

/** Deletes a redirect. Fails with NOT_FOUND. */
export async function deleteRedirect(db: Db, admin: Admin<"products.write">, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { phrase } = await lockRedirect(tx, id);
    await tx.delete(searchRedirects).where(eq(searchRedirects.id, id));
    await recordAct(tx, admin, { act: "deleted", entity: "redirect", entityId: id, subject: phrase });
  });
}

async function lockRedirect(tx: Db, id: string) {
  const found = isId(id)
    ? await tx.select(columns).from(searchRedirects).where(eq(searchRedirects.id, id)).for("update")
    : [];
  if (found[0] === undefined) throw notFound("Redirect");
  return found[0];
}

async function refusingTaken<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!violates(error, "search_redirects_key")) throw error;
    const message = "These words already lead to a page";
    throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "phrase", message }] });
  }
}

function toRedirect({ updatedAt, ...row }: Omit<Redirect, "updatedAt"> & { updatedAt: Date }): Redirect {
  return { ...row, updatedAt: updatedAt.toISOString() };
}
