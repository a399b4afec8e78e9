import { changesBetween } from "@shop/shared/admin/audit";
import type { HomeBlock, HomeLayoutDetail, HomeLayoutLine, LayoutState } from "@shop/shared/page/home-layout";
import {
  type CreateLayout,
  homeDraftsMax,
  type PublishLayout,
  readBlocks,
  type SaveLayout,
} from "@shop/shared/page/home-layout-edit";
import { instantIn } from "@shop/shared/time-zone";
import { desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { homeLayouts } from "../../db/schema/home-layouts.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { announceHome, latestBegun, readUsualHome } from "../catalog/home-layout.ts";
import { refuseSlowTexts } from "./shown-blocks.ts";

type Owner = Admin<"content.write">;
type Row = typeof homeLayouts.$inferSelect;

/** So many layouts that were in force are kept. */
const lastBegun = 20;

/** All layouts: the one in force, those to come, drafts, and those before, each group from the newest on. */
export async function listLayouts(db: Db, _owner: Owner): Promise<HomeLayoutLine[]> {
  const open = await db
    .select(lineColumns)
    .from(homeLayouts)
    .where(isNull(homeLayouts.begunAt))
    .orderBy(desc(homeLayouts.updatedAt))
    .limit(homeDraftsMax);
  const begun = await db
    .select(lineColumns)
    .from(homeLayouts)
    .where(isNotNull(homeLayouts.begunAt))
    .orderBy(...latestBegun)
    .limit(lastBegun);
  return [...begun.map((row, place) => toLine(row, place === 0)), ...open.map((row) => toLine(row, false))];
}

/** All but the blocks, which lists do not show. */
const lineColumns = {
  id: homeLayouts.id,
  name: homeLayouts.name,
  startsAt: homeLayouts.startsAt,
  begunAt: homeLayouts.begunAt,
  updatedAt: homeLayouts.updatedAt,
  version: homeLayouts.version,
};

/** A layout with its parts. Fails with NOT_FOUND. */
export async function readLayout(db: Db, _owner: Owner, id: string): Promise<HomeLayoutDetail> {
  const row = requireRow(await db.select().from(homeLayouts).where(eq(homeLayouts.id, id)));
  return toDetail(row, row.begunAt !== null && (await findCurrentId(db)) === id);
}

/** Adds a draft, as a copy of another layout or of the usual Home. Fails with NOT_FOUND, and VALIDATION for too many. */
export async function createLayout(db: Db, owner: Owner, { name, from }: CreateLayout): Promise<HomeLayoutDetail> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(homeLayouts, isNull(homeLayouts.begunAt))) >= homeDraftsMax) {
      const message = `There can be at most ${homeDraftsMax} drafts. Delete one first.`;
      throw new DomainError("VALIDATION", message, { errors: [{ path: "name", message }] });
    }
    const blocks = from === null ? [...(await readUsualHome(tx))] : await readBlocksOf(tx, from);
    const row = requireRow(await tx.insert(homeLayouts).values({ id: uuidv7(), name, blocks }).returning());
    await recordAct(tx, owner, { act: "created", entity: "home", entityId: row.id, subject: name });
    return toDetail(row, false);
  });
}

async function readBlocksOf(tx: Db, id: string): Promise<HomeBlock[]> {
  return readBlocks(requireRow(await tx.select().from(homeLayouts).where(eq(homeLayouts.id, id))).blocks);
}

/**
 * Saves a draft or a planned layout. Fails with NOT_FOUND, with STALE when it has changed since the version of `input`, and
 * with VALIDATION when a text would take too long to show or when the layout has begun.
 */
export async function saveLayout(db: Db, owner: Owner, input: SaveLayout): Promise<HomeLayoutDetail> {
  await refuseSlowTexts(input.blocks);
  return db.transaction(async (tx) => {
    const before = await lockOpen(tx, input);
    const { name, blocks } = input;
    const saved = await write(tx, before, { name, blocks });
    const facts = (row: Row) => ({ name: row.name, blocks: inWords(readBlocks(row.blocks)) });
    const changes = changesBetween(facts(before), facts(saved), ["name", "blocks"]);
    await recordAct(tx, owner, { act: "updated", entity: "home", entityId: saved.id, subject: name, changes });
    return toDetail(saved, false);
  });
}

/** The order of the parts by their kinds; their texts are too long for the audit. */
const inWords = (blocks: readonly HomeBlock[]) => blocks.map(({ kind }) => kind).join(", ");

/**
 * Puts a layout in force, or plans when it is to be. Fails with NOT_FOUND, with STALE when it has changed since the version
 * of `input`, and with VALIDATION when the time has passed.
 */
export async function publishLayout(
  { db, timeZone }: { db: Db; timeZone: string },
  owner: Owner,
  { at, ...input }: PublishLayout,
): Promise<HomeLayoutDetail> {
  const startsAt = at === null ? null : instantIn(timeZone, at);
  if (startsAt !== null && startsAt.getTime() <= Date.now()) {
    const message = "This time has passed. Choose a later one, or publish now.";
    throw new DomainError("VALIDATION", message, { errors: [{ path: "at", message }] });
  }
  return db.transaction(async (tx) => {
    const before = await lockOpen(tx, input);
    const now = sql<Date>`clock_timestamp()`;
    const saved = await write(tx, before, startsAt === null ? { startsAt: now, begunAt: now } : { startsAt });
    const changes = changesBetween(startOf(before), startOf(saved), ["startsAt"]);
    await recordAct(tx, owner, { act: "published", entity: "home", entityId: saved.id, subject: saved.name, changes });
    if (startsAt === null) {
      await deleteOldest(tx);
      await announceHome(tx);
    }
    return toDetail(saved, startsAt === null);
  });
}

/** Makes a planned layout a draft again. Fails with NOT_FOUND, STALE, and VALIDATION when it has begun. */
export async function unplanLayout(
  db: Db,
  owner: Owner,
  input: { id: string; version: number },
): Promise<HomeLayoutDetail> {
  return db.transaction(async (tx) => {
    const before = await lockOpen(tx, input);
    const saved = await write(tx, before, { startsAt: null });
    const changes = changesBetween(startOf(before), startOf(saved), ["startsAt"]);
    await recordAct(tx, owner, { act: "updated", entity: "home", entityId: saved.id, subject: saved.name, changes });
    return toDetail(saved, false);
  });
}

/** Deletes a layout that is not in force. Fails with NOT_FOUND, STALE, and VALIDATION for the one in force. */
export async function deleteLayout(db: Db, owner: Owner, input: { id: string; version: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lock(tx, input.id);
    refuseStale(row, input);
    if (row.begunAt !== null && (await findCurrentId(tx)) === row.id)
      throw new DomainError("VALIDATION", "Customers see this layout. Publish another one first.");
    await tx.delete(homeLayouts).where(eq(homeLayouts.id, row.id));
    await recordAct(tx, owner, { act: "deleted", entity: "home", entityId: row.id, subject: row.name });
  });
}

async function lock(tx: Db, id: string): Promise<Row> {
  return requireRow(await tx.select().from(homeLayouts).where(eq(homeLayouts.id, id)).for("update"));
}

/** A layout that has not begun, locked. What customers saw stays as it was, so that it can be used again. */
async function lockOpen(tx: Db, input: { id: string; version: number }): Promise<Row> {
  const row = await lock(tx, input.id);
  refuseStale(row, input);
  if (row.begunAt !== null)
    throw new DomainError("VALIDATION", "This layout was published already. Make a new draft of it.");
  return row;
}

type Changed = Parameters<ReturnType<Db["update"]>["set"]>[0];

async function write(tx: Db, { id, version }: Row, change: Changed): Promise<Row> {
  const values = { ...change, version: version + 1, updatedAt: new Date() };
  return requireRow(await tx.update(homeLayouts).set(values).where(eq(homeLayouts.id, id)).returning());
}

/** Of the layouts that were in force the last ones stay. */
export async function deleteOldest(tx: Db): Promise<void> {
  const old = tx
    .select({ id: homeLayouts.id })
    .from(homeLayouts)
    .where(isNotNull(homeLayouts.begunAt))
    .orderBy(...latestBegun)
    .offset(lastBegun);
  await tx.delete(homeLayouts).where(inArray(homeLayouts.id, old));
}

async function findCurrentId(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ id: homeLayouts.id })
    .from(homeLayouts)
    .where(isNotNull(homeLayouts.begunAt))
    .orderBy(...latestBegun)
    .limit(1);
  return row?.id;
}

function requireRow(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw notFound("Layout");
  return row;
}

const startOf = ({ startsAt }: Row) => ({ startsAt: startsAt?.toISOString() ?? null });

function stateOf({ startsAt, begunAt }: Pick<Row, "startsAt" | "begunAt">, isCurrent: boolean): LayoutState {
  if (begunAt !== null) return isCurrent ? "shown" : "past";
  return startsAt === null ? "draft" : "planned";
}

function toLine(row: Pick<Row, "id" | "name" | "startsAt" | "begunAt" | "updatedAt" | "version">, isCurrent: boolean) {
  const { id, name, startsAt, begunAt, updatedAt, version } = row;
  const began = begunAt ?? startsAt;
  return {
    _id: id,
    name,
    state: stateOf(row, isCurrent),
    startsAt: began?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    version,
  };
}

function toDetail(row: Row, isCurrent: boolean): HomeLayoutDetail {
  return { ...toLine(row, isCurrent), blocks: readBlocks(row.blocks) };
}
