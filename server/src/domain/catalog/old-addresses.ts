import { type AdminPage, toAdminPage } from "@shop/shared/admin/admin-list";
import { changesBetween } from "@shop/shared/admin/audit";
import {
  type OldAddress,
  type OldAddressEntry,
  oldAddressKey,
  type PageOldAddresses,
  type SaveOldAddress,
} from "@shop/shared/catalog/old-address";
import { isId } from "@shop/shared/query";
import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { oldAddresses } from "../../db/schema/old-addresses.ts";
import { holds, lowered } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale, violates } from "../base/errors.ts";
import { type AdminAct, recordAct, recordActs } from "../base/record-act.ts";

const columns = {
  _id: oldAddresses.id,
  address: oldAddresses.address,
  path: oldAddresses.path,
  version: oldAddresses.version,
  updatedAt: oldAddresses.updatedAt,
};

/** Where an address that is no page leads; `undefined` for one that nobody has listed. */
export async function findOldAddress(db: Db, path: string): Promise<string | undefined> {
  const address = oldAddressKey(path);
  if (address === undefined) return undefined;
  const [found] = await db
    .select({ path: oldAddresses.path })
    .from(oldAddresses)
    .where(eq(oldAddresses.address, address));
  return found?.path;
}

/** One page of the old addresses. */
export async function pageOldAddresses(
  db: Db,
  _admin: Admin<"products.read">,
  input: PageOldAddresses,
): Promise<AdminPage<OldAddress>> {
  const { search, sort, pageNumber, pageSize } = input;
  const isWanted =
    search === "" ? undefined : holds(sql`(${oldAddresses.address} || ' ' || ${oldAddresses.path})`, search);
  const keys = {
    address: oldAddresses.address,
    path: lowered(oldAddresses.path),
    updatedAt: oldAddresses.updatedAt,
  };
  const direction = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(oldAddresses)
      .where(isWanted)
      .orderBy(direction(keys[sort.by]), asc(oldAddresses.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(oldAddresses, isWanted),
  ]);
  return toAdminPage(rows.map(toOldAddress), total, input);
}

/** One old address. Fails with NOT_FOUND. */
export async function readOldAddress(db: Db, _admin: Admin<"products.read">, id: string): Promise<OldAddress> {
  const [found] = isId(id) ? await db.select(columns).from(oldAddresses).where(eq(oldAddresses.id, id)) : [];
  if (found === undefined) throw notFound("Old address");
  return toOldAddress(found);
}

/** Adds an old address. Fails with NAME_TAKEN when it leads somewhere already. */
export function createOldAddress(
  db: Db,
  admin: Admin<"products.write">,
  { address, path }: SaveOldAddress,
): Promise<OldAddress> {
  return refusingTaken(() =>
    db.transaction(async (tx) => {
      const [created] = await tx.insert(oldAddresses).values({ address, path }).returning(columns);
      if (created === undefined) throw new Error("no row was inserted");
      const changes = changesBetween({ path: "" }, { path }, ["path"]);
      await record(tx, admin, created, { act: "created", changes });
      return toOldAddress(created);
    }),
  );
}

/** Adds the old addresses of a list; those that lead elsewhere already lead to the page of the list then. */
export function addOldAddresses(
  db: Db,
  admin: Admin<"products.write">,
  entries: readonly OldAddressEntry[],
): Promise<{ added: number; changed: number; same: number }> {
  return db.transaction(async (tx) => {
    // In the order of their addresses, so that two lists do not wait for each other.
    const sorted = [...entries].sort((left, right) => (left.address < right.address ? -1 : 1));
    const isOfList = inArray(
      oldAddresses.address,
      sorted.map(({ address }) => address),
    );
    await tx
      .select({ id: oldAddresses.id })
      .from(oldAddresses)
      .where(isOfList)
      .orderBy(asc(oldAddresses.address))
      .for("update");
    const before = await tx.select(columns).from(oldAddresses).where(isOfList);
    const pathBefore = new Map(before.map(({ address, path }) => [address, path]));
    const written = await tx
      .insert(oldAddresses)
      .values(sorted)
      .onConflictDoUpdate({
        target: oldAddresses.address,
        set: {
          path: sql`excluded.path`,
          importId: null,
          version: sql`${oldAddresses.version} + 1`,
          updatedAt: new Date(),
        },
        setWhere: sql`${oldAddresses.path} <> excluded.path`,
      })
      .returning(columns);
    const acts = written.map(({ _id, address, path }): AdminAct => {
      const former = pathBefore.get(address);
      const changes = changesBetween({ path: former ?? "" }, { path }, ["path"]);
      const act = former === undefined ? "created" : "updated";
      return { act, changes, entity: "old address", entityId: _id, subject: address };
    });
    await recordActs(tx, admin, acts);
    const changed = acts.filter(({ act }) => act === "updated").length;
    return { added: acts.length - changed, changed, same: entries.length - acts.length };
  });
}

/** Changes an old address. Fails with NOT_FOUND, NAME_TAKEN, and STALE when it has changed since the version of `input`. */
export function updateOldAddress(
  db: Db,
  admin: Admin<"products.write">,
  id: string,
  input: SaveOldAddress,
): Promise<OldAddress> {
  return refusingTaken(() =>
    db.transaction(async (tx) => {
      const before = await lockOldAddress(tx, id);
      refuseStale(before, input);
      const { address, path } = input;
      const [after] = await tx
        .update(oldAddresses)
        .set({ address, path, importId: null, version: before.version + 1, updatedAt: new Date() })
        .where(eq(oldAddresses.id, id))
        .returning(columns);
      if (after === undefined) throw new Error("a locked address is gone");
      const changes = changesBetween(before, after, ["address", "path"]);
      await record(tx, admin, after, { act: "updated", changes });
      return toOldAddress(after);
    }),
  );
}

/** Deletes an old address. Fails with NOT_FOUND. */
export async function deleteOldAddress(db: Db, admin: Admin<"products.write">, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockOldAddress(tx, id);
    await tx.delete(oldAddresses).where(eq(oldAddresses.id, id));
    await record(tx, admin, found, { act: "deleted" });
  });
}

/** Records what an admin did with an old address. */
function record(
  tx: Db,
  admin: Admin<"products.write">,
  { _id, address }: { _id: string; address: string },
  act: Act,
): Promise<void> {
  return recordAct(tx, admin, { ...act, entity: "old address", entityId: _id, subject: address });
}

type Act = Pick<AdminAct, "act" | "changes">;

async function lockOldAddress(tx: Db, id: string) {
  const [found] = isId(id)
    ? await tx.select(columns).from(oldAddresses).where(eq(oldAddresses.id, id)).for("update")
    : [];
  if (found === undefined) throw notFound("Old address");
  return found;
}

async function refusingTaken<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!violates(error, "old_addresses_address")) throw error;
    const message = "This address leads to a page already";
    throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "address", message }] });
  }
}

function toOldAddress({ updatedAt, ...row }: Omit<OldAddress, "updatedAt"> & { updatedAt: Date }): OldAddress {
  return { ...row, updatedAt: updatedAt.toISOString() };
}
