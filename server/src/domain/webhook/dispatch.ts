import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { isSentFirst, webhookDeliveries, webhookEndpoints, webhookEvents } from "../../db/schema/webhooks.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { composePayloads, type EventRow } from "./payload.ts";

/** The events of one transaction. */
const batchSize = 100;

/** Key of an advisory lock. Unique in the database. */
const othersLock = 6_140_228;

export type DispatchDeps = { db: Db; shop: ShopIdentity };

/**
 * Writes a delivery for each event and each endpoint that wants it, of orders before all others. A change of a product
 * replaces the messages about earlier ones that were not sent yet. Instances can run it in parallel: a transaction takes
 * events with `skip locked` and ends them, so that a crash leaves them to a later round.
 */
export async function dispatchEvents({ db, shop }: DispatchDeps, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const first = await db.transaction((tx) => dispatchBatch(tx, shop, isSentFirst(webhookEvents.type)));
    if (first === batchSize) continue;
    if ((await db.transaction((tx) => dispatchOthers(tx, shop))) < batchSize) return;
  }
}

/** One instance at a time, so that the messages of a product have its states in their order. */
async function dispatchOthers(tx: Db, shop: ShopIdentity): Promise<number> {
  const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${othersLock}) as taken`);
  return rows[0]?.taken === true ? dispatchBatch(tx, shop, sql`true`) : 0;
}

async function dispatchBatch(tx: Db, { origin }: ShopIdentity, kind: SQL): Promise<number> {
  const events = await tx
    .select()
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.dispatchedAt), kind))
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id))
    .limit(batchSize)
    .for("update", { skipLocked: true });
  if (events.length === 0) return 0;
  await writeDeliveries(tx, withoutRepeated(events), origin);
  const ids = events.map(({ id }) => id);
  await tx
    .update(webhookEvents)
    .set({ dispatchedAt: sql`now()` })
    .where(and(inArray(webhookEvents.id, ids), isNull(webhookEvents.dispatchedAt)));
  return events.length;
}

const isChange = ({ type }: Pick<EventRow, "type">) => type === "product.updated";

/** Of several changes of a product only the last. */
function withoutRepeated(events: readonly EventRow[]): EventRow[] {
  const last = new Map(events.filter(isChange).map(({ subjectId, id }) => [subjectId, id]));
  return events.filter((event) => !isChange(event) || last.get(event.subjectId) === event.id);
}

async function writeDeliveries(tx: Db, events: readonly EventRow[], origin: string): Promise<void> {
  const bodies = await composePayloads(tx, events, origin);
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.isEnabled, true))
    // One that is being deleted is waited for and left out.
    .for("key share");
  const changed = events.filter((event) => isChange(event) && bodies.has(event.id)).map(({ subjectId }) => subjectId);
  const places = changed.length === 0 ? new Map() : await deleteUnsent(tx, changed);
  const deliveries = events.flatMap((event) => {
    const { id: eventId, type, subjectId } = event;
    const body = bodies.get(eventId);
    const wanting = body === undefined ? [] : endpoints.filter((endpoint) => endpoint.events.includes(type));
    return wanting.map(({ id: endpointId }) => {
      const sendAt = isChange(event) ? places.get(placeKey(endpointId, subjectId)) : undefined;
      return { id: uuidv7(), eventId, endpointId, type, body: body ?? "", sendAt: sendAt ?? sql`now()` };
    });
  });
  if (deliveries.length > 0) await tx.insert(webhookDeliveries).values(deliveries);
}

const placeKey = (endpointId: string, productId: string): string => `${endpointId} ${productId}`;

/**
 * Deletes the messages about changes of products that nobody was sent yet. Returns when they were to be sent, so that
 * those that replace them take their places: a product that changes often would otherwise never be told of.
 */
async function deleteUnsent(tx: Db, productIds: readonly string[]): Promise<Map<string, Date>> {
  const isUnsent = and(eq(webhookDeliveries.attempts, 0), eq(webhookDeliveries.status, "waiting"));
  const found = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(eq(webhookEvents.type, "product.updated"), inArray(webhookEvents.subjectId, [...productIds]), isUnsent));
  const isFound = inArray(
    webhookDeliveries.id,
    found.map(({ id }) => id),
  );
  const unsent = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(isFound, isUnsent))
    .for("update", { skipLocked: true });
  const deleted = await tx
    .delete(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, unsent))
    .returning({
      endpointId: webhookDeliveries.endpointId,
      productId: sql<string>`(select e.subject_id from ${webhookEvents} e where e.id = ${webhookDeliveries.eventId})`,
      sendAt: webhookDeliveries.sendAt,
    });
  const places = new Map<string, Date>();
  for (const { endpointId, productId, sendAt } of deleted) {
    const key = placeKey(endpointId, productId);
    const before = places.get(key);
    if (sendAt !== null && (before === undefined || sendAt < before)) places.set(key, sendAt);
  }
  return places;
}
