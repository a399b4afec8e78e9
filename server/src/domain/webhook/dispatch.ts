import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "../../db/schema/webhooks.ts";
import type { ShopIdentity } from "../shop-identity.ts";
import { composePayloads } from "./payload.ts";

/** The events of one transaction. */
const batchSize = 100;

export type DispatchDeps = { db: Db; shop: ShopIdentity };

/**
 * Writes a delivery for each event and each endpoint that wants it. Instances can run it in parallel: a transaction takes
 * events with `skip locked` and ends them, so that a crash leaves them to a later round.
 */
export async function dispatchEvents({ db, shop }: DispatchDeps, isStopping: () => boolean): Promise<void> {
  let taken = batchSize;
  while (taken === batchSize && !isStopping()) {
    taken = await db.transaction((tx) => dispatchBatch(tx, shop));
  }
}

async function dispatchBatch(tx: Db, { origin }: ShopIdentity): Promise<number> {
  const events = await tx
    .select()
    .from(webhookEvents)
    .where(isNull(webhookEvents.dispatchedAt))
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id))
    .limit(batchSize)
    .for("update", { skipLocked: true });
  if (events.length === 0) return 0;
  const bodies = await composePayloads(tx, events, origin);
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.isEnabled, true))
    // One that is being deleted is waited for and left out.
    .for("key share");
  const deliveries = events.flatMap(({ id: eventId, type }) => {
    const body = bodies.get(eventId);
    const wanting = body === undefined ? [] : endpoints.filter((endpoint) => endpoint.events.includes(type));
    return wanting.map((endpoint) => ({ id: uuidv7(), eventId, endpointId: endpoint.id, type, body: body ?? "" }));
  });
  if (deliveries.length > 0) await tx.insert(webhookDeliveries).values(deliveries);
  const ids = events.map(({ id }) => id);
  await tx
    .update(webhookEvents)
    .set({ dispatchedAt: sql`now()` })
    .where(and(inArray(webhookEvents.id, ids), isNull(webhookEvents.dispatchedAt)));
  return events.length;
}
