import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { isTaken } from "../../db/taken-rows.ts";

/** Ends what still waits for addresses that are switched off. Instances can run it in parallel. */
export async function endSwitchedOff(db: Db): Promise<void> {
  const isOff = sql`exists (select from ${webhookEndpoints} e where e.id = d.endpoint_id and not e.is_enabled)`;
  await endInBatches(db, isOff);
}

/** Ends what still waits for an address. */
export async function endDeliveriesTo(db: Db, endpointId: string): Promise<void> {
  await endInBatches(db, sql`d.endpoint_id = ${endpointId}`);
}

/** A batch locks its rows, so it is small. */
const endedAtOnce = 100;

async function endInBatches(db: Db, condition: SQL): Promise<void> {
  const waiting = sql`(
    select d.id from ${webhookDeliveries} d where d.send_at is not null and ${condition}
    limit ${endedAtOnce} for update skip locked
  )`;
  const ending = {
    status: "failed",
    sendAt: null,
    endedAt: sql`now()`,
    detail: "The webhook was switched off",
  } as const;
  for (;;) {
    const ended = await db.update(webhookDeliveries).set(ending).where(isTaken(webhookDeliveries.id, waiting));
    if ((ended.rowCount ?? 0) < endedAtOnce) return;
  }
}
