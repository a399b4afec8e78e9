import type { ImportDetail } from "@shop/shared/catalog/import";
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema/accounts.ts";
import { importRecords, imports } from "../../../db/schema/imports.ts";
import { restAfter } from "../../../infra/rest-after.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError } from "../../base/errors.ts";
import { lockAccounts } from "../../base/locks.ts";
import { recordAct } from "../../base/record-act.ts";
import { writeAccountMail } from "../../outbox/write-mails.ts";
import { findImport } from "../find-import.ts";
import type { Import } from "../work.ts";

/** The mails that are written in one transaction. A job sends them, after those that customers wait for. */
const mailsAtOnce = 50;

/** The accounts of an import that nobody has used yet. */
const isUnused = and(isNull(users.passwordHash), isNull(users.deletedAt), isNotNull(users.email));

const hasAccount = (importId: string) =>
  and(
    eq(importRecords.importId, importId),
    inArray(importRecords.outcome, ["new", "changed"]),
    isNotNull(importRecords.recordId),
  );

/** How many customers of an import were written to, and how many could be. */
export async function countInvitations(
  db: Db,
  { id, kind, state, invitedTo }: Import,
): Promise<ImportDetail["invitations"]> {
  if (kind !== "customers" || state !== "applied") return { waiting: 0, written: 0, isUnderWay: false };
  const [counts] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${importRecords.invitedAt} is null and ${isUnused}))::int`,
      written: sql<number>`count(${importRecords.invitedAt})::int`,
    })
    .from(importRecords)
    .leftJoin(users, eq(users.id, importRecords.recordId))
    .where(hasAccount(id));
  return { waiting: 0, written: 0, ...counts, isUnderWay: invitedTo !== null };
}

/**
 * Has the customers of an import written to, that they have an account here; nobody is written to twice. Fails with
 * NOT_FOUND, and with IN_USE unless the import is applied.
 */
export async function beginInvitations(db: Db, admin: Admin<"imports.write">, id: string): Promise<void> {
  const { found } = await findImport(db, id);
  if (found.kind !== "customers") throw new DomainError("IN_USE", "Only customers can be written to");
  await db.transaction(async (tx) => {
    const begun = await tx
      .update(imports)
      .set({ invitedTo: 0 })
      .where(and(eq(imports.id, id), eq(imports.state, "applied")))
      .returning({ fileName: imports.fileName });
    const [started] = begun;
    if (started === undefined) throw new DomainError("IN_USE", "The import is not in that state any more");
    await recordAct(tx, admin, {
      act: "invited customers of",
      entity: "import",
      entityId: id,
      subject: started.fileName,
    });
  });
}

/** Writes the mails that are asked for, in short transactions. Instances can run it beside each other. */
export async function inviteCustomers(db: Db, isStopping: () => boolean): Promise<void> {
  const waiting = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(isNotNull(imports.invitedTo), eq(imports.state, "applied")))
    .orderBy(asc(imports.createdAt));
  for (const { id } of waiting) {
    for (let isGoingOn = true; isGoingOn && !isStopping(); ) {
      const began = performance.now();
      isGoingOn = await db.transaction((tx) => inviteNext(tx, id));
      await restAfter(began);
    }
  }
}

/** Writes the next mails of an import. Returns whether some may be left. */
async function inviteNext(tx: Db, id: string): Promise<boolean> {
  const isWaiting = and(eq(imports.id, id), isNotNull(imports.invitedTo), eq(imports.state, "applied"));
  const [found] = await tx.select().from(imports).where(isWaiting).for("no key update", { skipLocked: true });
  if (found === undefined) return false;
  const rows = await tx
    .select({ line: importRecords.line, recordId: importRecords.recordId })
    .from(importRecords)
    .where(and(hasAccount(id), isNull(importRecords.invitedAt), gt(importRecords.line, found.invitedTo ?? 0)))
    .orderBy(asc(importRecords.line))
    .limit(mailsAtOnce);
  const last = rows.at(-1);
  if (last === undefined) {
    await tx.update(imports).set({ invitedTo: null }).where(eq(imports.id, id));
    return false;
  }
  const ids = rows.map(({ recordId }) => recordId ?? "");
  await lockAccounts(tx, ids);
  const accounts = await tx
    .select({ id: users.id, email: sql<string>`${users.email}` })
    .from(users)
    .where(and(inArray(users.id, ids), isUnused));
  for (const { id: userId, email: recipient } of accounts)
    await writeAccountMail(tx, { kind: "account moved", userId, recipient, data: {} });
  const invited = new Set(accounts.map((account) => account.id));
  const lines = rows.filter(({ recordId }) => invited.has(recordId ?? "")).map(({ line }) => line);
  await tx
    .update(importRecords)
    .set({ invitedAt: sql`now()` })
    .where(and(eq(importRecords.importId, id), inArray(importRecords.line, lines)));
  await tx.update(imports).set({ invitedTo: last.line }).where(eq(imports.id, id));
  return true;
}
