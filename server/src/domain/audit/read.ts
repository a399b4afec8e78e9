import { type AuditEntry, type AuditPage, auditedOrderActs } from "@shop/shared/admin/audit";
import type { ReadAudit } from "@shop/shared/admin/audit-query";
import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { orderEvents, orders } from "../../db/schema/orders.ts";
import { lowered } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";

const entriesInPage = 50;

type History = typeof adminActs | typeof orderEvents;

/** An entry with its time in microseconds, which a Date cannot hold; the merge needs a total order. */
type Placed = AuditEntry & { timestamp: number };

/**
 * A page of the acts of admins and of the events of orders, newest first. Both histories are read up
 * to the page's end and merged.
 */
export async function readAudit(db: Db, _admin: Admin<"audit.read">, input: ReadAudit): Promise<AuditPage> {
  const { entity } = input;
  const histories = [readActs(db, input)];
  if (entity === "order" || entity === undefined) histories.push(readEvents(db, input));
  const entries = (await Promise.all(histories)).flat();
  entries.sort((a, b) => b.timestamp - a.timestamp || (a._id < b._id ? 1 : -1));
  const page = entries.slice(0, entriesInPage).map(({ timestamp: _moment, ...entry }) => entry);
  return { entries: page, older: entries.length > entriesInPage ? (page.at(-1)?._id ?? null) : null };
}

async function readActs(db: Db, { before, entity, person }: ReadAudit): Promise<Placed[]> {
  const rows = await db
    .select({
      ...placeOf(adminActs),
      by: { _id: users.id, name: users.name },
      via: apiKeys.name,
      act: adminActs.act,
      entity: adminActs.entity,
      entityId: adminActs.entityId,
      subject: adminActs.subject,
      changes: adminActs.changes,
    })
    .from(adminActs)
    .innerJoin(users, eq(users.id, adminActs.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, adminActs.apiKeyId))
    .where(
      and(
        olderThan(adminActs, before),
        entity === undefined ? undefined : eq(adminActs.entity, entity),
        person === undefined ? undefined : eq(adminActs.userId, person),
      ),
    )
    .orderBy(desc(adminActs.createdAt), desc(adminActs.id))
    .limit(entriesInPage + 1);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function readEvents(db: Db, { before, person }: ReadAudit): Promise<Placed[]> {
  const rows = await db
    .select({
      ...placeOf(orderEvents),
      by: { _id: users.id, name: users.name },
      via: apiKeys.name,
      act: orderEvents.act,
      entityId: orderEvents.orderId,
      subject: orders.customerName,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .leftJoin(users, eq(users.id, orderEvents.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, orderEvents.apiKeyId))
    .where(
      and(
        inArray(orderEvents.act, [...auditedOrderActs]),
        olderThan(orderEvents, before),
        person === undefined ? undefined : eq(orderEvents.userId, person),
      ),
    )
    .orderBy(desc(orderEvents.createdAt), desc(orderEvents.id))
    .limit(entriesInPage + 1);
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), entity: "order", changes: {} }));
}

function placeOf(history: History) {
  const timestamp = sql`extract(epoch from ${history.createdAt}) * 1000000`.mapWith(Number);
  return { _id: history.id, at: history.createdAt, timestamp };
}

/** The condition for rows older than the entry of this id, whichever history contains it. */
function olderThan(history: History, id: string | undefined): SQL | undefined {
  if (id === undefined) return undefined;
  return sql`(${history.createdAt}, ${history.id}) < (
    select created_at, id from ${adminActs} where id = ${id}
    union all select created_at, id from ${orderEvents} where id = ${id}
  )`;
}

/** All current and former admins, by name, for the audit's filter. */
export async function listAdministrators(
  db: Db,
  _admin: Admin<"audit.read">,
): Promise<{ _id: string; name: string }[]> {
  const hasActed = sql`${users.id} in (select ${adminActs.userId} from ${adminActs})`;
  return db
    .select({ _id: users.id, name: users.name })
    .from(users)
    .where(or(users.isAdmin, hasActed))
    .orderBy(lowered(users.name), users.id);
}
