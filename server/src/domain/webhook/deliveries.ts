import {
  type DeliveryPage,
  type DeliveryRecord,
  deliveryPageSize,
  type ListDeliveries,
  testEventType,
} from "@shop/shared/program/webhook";
import { isId } from "@shop/shared/query";
import { and, desc, eq, lt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { webhookDeliveries, webhookEvents } from "../../db/schema/webhooks.ts";
import { isoTime } from "../../db/time.ts";
import type { Admin } from "../base/actor.ts";
import { deleteInBatches } from "../base/batches.ts";
import { notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { messageId } from "./deliver.ts";
import { readEndpoint } from "./endpoints.ts";
import { testPayload } from "./payload.ts";

/** How long a delivery stays in the log after it has ended, in days. */
const retentionDays = 30;

const columns = {
  _id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookDeliveries.type,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  responseStatus: webhookDeliveries.responseStatus,
  detail: webhookDeliveries.detail,
  createdAt: isoTime(webhookDeliveries.createdAt),
  endedAt: sql<string | null>`${isoTime(webhookDeliveries.endedAt)}`,
  nextAt: sql<string | null>`${isoTime(webhookDeliveries.sendAt)}`,
  body: webhookDeliveries.body,
};

/** A page of the log of an endpoint, newest first. Throws NOT_FOUND. */
export async function listDeliveries(db: Db, admin: Admin<"apps.write">, input: ListDeliveries): Promise<DeliveryPage> {
  const { endpointId, status, before } = input;
  await readEndpoint(db, admin, endpointId);
  const last = sql`(select d.created_at, d.id from ${webhookDeliveries} d where d.id = ${before})`;
  const rows = await db
    .select(columns)
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        status === undefined ? undefined : eq(webhookDeliveries.status, status),
        before === undefined || !isId(before)
          ? undefined
          : sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id}) < ${last}`,
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(deliveryPageSize + 1);
  const deliveries = rows.slice(0, deliveryPageSize).map(toRecord);
  return { deliveries, older: rows.length > deliveryPageSize ? (deliveries.at(-1)?._id ?? null) : null };
}

function toRecord({ eventId, ...row }: Omit<DeliveryRecord, "messageId"> & { eventId: string }): DeliveryRecord {
  return { ...row, messageId: messageId(eventId) };
}

/** Sends a delivery again, whatever became of it: the same message, tried for three days. Throws NOT_FOUND. */
export async function replayDelivery(db: Db, admin: Admin<"apps.write">, id: string): Promise<DeliveryRecord> {
  if (!isId(id)) throw notFound("Delivery");
  return db.transaction(async (tx) => {
    const [replayed] = await tx
      .update(webhookDeliveries)
      .set({ ...again, attempts: 0 })
      .where(eq(webhookDeliveries.id, id))
      .returning({ ...columns, endpointId: webhookDeliveries.endpointId });
    if (replayed === undefined) throw notFound("Delivery");
    const { endpointId, ...row } = replayed;
    const { url } = await readEndpoint(tx, admin, endpointId);
    await recordAct(tx, admin, {
      act: "resent",
      entity: "webhook",
      entityId: endpointId,
      subject: `${row.type} to ${url}`,
    });
    return toRecord(row);
  });
}

const again = {
  ...({ status: "waiting", sendAt: sql`now()`, endedAt: null } as const),
  giveUpAt: sql`now() + interval '3 days'`,
};

/** Sends a message to an endpoint that tells of nothing, to see whether it arrives. Throws NOT_FOUND. */
export async function sendTest(db: Db, admin: Admin<"apps.write">, endpointId: string): Promise<DeliveryRecord> {
  const { url } = await readEndpoint(db, admin, endpointId);
  return db.transaction(async (tx) => {
    const body = testPayload(new Date());
    const [written] = await tx
      .insert(webhookDeliveries)
      .values({ id: uuidv7(), eventId: uuidv7(), endpointId, type: testEventType, body })
      .returning(columns);
    if (written === undefined) throw new Error("the insert returned no delivery");
    await recordAct(tx, admin, { act: "sent a test to", entity: "webhook", entityId: endpointId, subject: url });
    return toRecord(written);
  });
}

/** Deletes deliveries and events that ended long ago. */
export async function deleteOldDeliveries(db: Db, isStopping?: () => boolean): Promise<number> {
  const longAgo = sql`now() - ${retentionDays} * interval '1 day'`;
  let deleted = 0;
  for (const { table, order } of [
    { table: webhookDeliveries, order: webhookDeliveries.endedAt },
    { table: webhookEvents, order: webhookEvents.dispatchedAt },
  ]) {
    deleted += await deleteInBatches(db, { table, where: lt(order, longAgo), order, isStopping });
  }
  return deleted;
}
