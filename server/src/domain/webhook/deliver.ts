import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isSentFirst, webhookDeliveries, webhookEndpoints, webhookEvents } from "../../db/schema/webhooks.ts";
import { isTaken } from "../../db/taken-rows.ts";
import type { Sealing } from "../../infra/sealed-text.ts";
import { inSpan } from "../../infra/tracing.ts";
import type { SendWebhook, WebhookOutcome } from "../../infra/webhook-sender.ts";
import { nextTry } from "../base/retry-pause.ts";
import { writeAdminMails } from "../outbox/write-mails.ts";

export type WebhookDeps = { db: Db; sendWebhook: SendWebhook; webhookSecrets: Sealing };

/** Deliveries to one endpoint at a time: several to one that answers, one to one that does not. */
const concurrency = 5;
/** How long nothing may arrive before an endpoint is switched off, in days: as long as one delivery is tried. */
const failingDaysMax = 3;
/** The answer of a receiver that wants no more messages. */
const gone = 410;

type Endpoint = Pick<
  typeof webhookEndpoints.$inferSelect,
  "id" | "url" | "secret" | "previousSecret" | "failingSince"
> & { isPreviousUsed: boolean };
type Delivery = Pick<typeof webhookDeliveries.$inferSelect, "id" | "eventId" | "type" | "body"> & {
  isLastTry: boolean;
  /** The trace of what the message tells of. */
  traceParent: string | null;
};

/**
 * Sends what endpoints are to be told. Each endpoint has a queue of its own, so that one that does not answer delays no
 * other. Instances can run it in parallel: deliveries are taken with `skip locked`, and the next attempt is scheduled
 * before the request is sent, so that a crash leaves the delivery to a later round.
 */
export class WebhookQueues {
  readonly #deps: WebhookDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /** Begins with the deliveries that are due. Does not wait for the receivers. */
  async poll(onItemError: (error: unknown) => void): Promise<void> {
    if (this.#stop.signal.aborted) return;
    for (const endpoint of await findDueEndpoints(this.#deps.db)) {
      if (this.#running.has(endpoint.id)) continue;
      const work = sendDue(this.#deps, endpoint, this.#stop.signal)
        .catch(onItemError)
        .finally(() => this.#running.delete(endpoint.id));
      this.#running.set(endpoint.id, work);
    }
  }

  /** Waits for the deliveries that have begun. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Ends the requests in progress, whose deliveries are due again at once. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.settle();
  }
}

const isDue = sql`${webhookDeliveries.sendAt} <= now()`;

async function findDueEndpoints(db: Db): Promise<Endpoint[]> {
  return db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      previousSecret: webhookEndpoints.previousSecret,
      failingSince: webhookEndpoints.failingSince,
      isPreviousUsed: sql<boolean>`coalesce(${webhookEndpoints.previousUntil} > now(), false)`,
    })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.isEnabled, true),
        sql`exists (select from ${webhookDeliveries} where ${webhookDeliveries.endpointId} = ${webhookEndpoints.id} and ${isDue})`,
      ),
    );
}

/** Sends what is due to one endpoint, until a delivery fails or there is nothing left. */
async function sendDue(deps: WebhookDeps, endpoint: Endpoint, stop: AbortSignal): Promise<void> {
  let count = endpoint.failingSince === null ? concurrency : 1;
  while (!stop.aborted) {
    const due = await takeDue(deps.db, endpoint.id, count);
    const arrived = await Promise.all(due.map((delivery) => sendOne(deps, endpoint, delivery, stop)));
    if (due.length < count || arrived.includes(false)) return;
    count = concurrency;
  }
}

/** Messages about orders first, so that many changes of products do not delay them. */
async function takeDue(db: Db, endpointId: string, count: number): Promise<Delivery[]> {
  const first = await takeSome(db, { endpointId, count, kind: isSentFirst(sql`d.type`) });
  if (first.length === count) return first;
  return [...first, ...(await takeSome(db, { endpointId, count: count - first.length, kind: sql`true` }))];
}

/** Takes what is due to an endpoint, unless it is switched off. */
async function takeSome(
  db: Db,
  { endpointId, count, kind }: { endpointId: string; count: number; kind: SQL },
): Promise<Delivery[]> {
  const isOn = and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.isEnabled, true));
  if ((await db.$count(webhookEndpoints, isOn)) === 0) return [];
  const due = sql`(
    select d.id from ${webhookDeliveries} d
    where d.endpoint_id = ${endpointId} and d.send_at <= now() and ${kind}
    order by d.send_at, d.id limit ${count} for update skip locked
  )`;
  return db
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, sendAt: nextTry(webhookDeliveries.attempts) })
    .where(isTaken(webhookDeliveries.id, due))
    .returning({
      id: webhookDeliveries.id,
      type: webhookDeliveries.type,
      traceParent: sql<string | null>`(
        select e.trace_parent from ${webhookEvents} e where e.id = ${webhookDeliveries.eventId}
      )`,
      eventId: webhookDeliveries.eventId,
      body: webhookDeliveries.body,
      isLastTry: sql<boolean>`${webhookDeliveries.giveUpAt} <= now()`,
    });
}

/** Returns whether it arrived. Receivers get no `traceparent`: they are other companies' programs. */
function sendOne(deps: WebhookDeps, endpoint: Endpoint, delivery: Delivery, stop: AbortSignal): Promise<boolean> {
  const { eventId, type, traceParent: parent } = delivery;
  const facts = { "shop.webhook.message": messageId(eventId), "shop.webhook.type": type };
  return inSpan({ name: "send webhook", kind: "consumer", facts, parent }, async (span) => {
    const arrived = await attempt(deps, endpoint, delivery, stop);
    span.add({ "shop.webhook.arrived": arrived });
    return arrived;
  });
}

async function attempt(
  { db, sendWebhook, webhookSecrets }: WebhookDeps,
  endpoint: Endpoint,
  delivery: Delivery,
  stop: AbortSignal,
): Promise<boolean> {
  const secrets = [endpoint.secret, endpoint.isPreviousUsed ? endpoint.previousSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => webhookSecrets.decrypt(sealed, endpoint.id))
    .filter((secret) => secret !== null);
  const { url } = endpoint;
  const outcome: WebhookOutcome =
    secrets.length === 0
      ? { responseStatus: null, problem: "The secret cannot be read. Please make a new one." }
      : await sendWebhook({ url, id: messageId(delivery.eventId), body: delivery.body, secrets }, stop);
  if (outcome.problem === null) await recordArrival(db, endpoint.id, delivery, outcome);
  else if (stop.aborted && outcome.responseStatus === null) await putBack(db, delivery);
  else await recordFailure(db, endpoint, delivery, outcome);
  return outcome.problem === null;
}

/** The id of a message, as receivers get it: the same for all attempts. */
export function messageId(eventId: string): string {
  return `msg_${eventId}`;
}

const waiting = ({ id }: Delivery) => and(eq(webhookDeliveries.id, id), isNotNull(webhookDeliveries.sendAt));

async function recordArrival(db: Db, endpointId: string, delivery: Delivery, outcome: WebhookOutcome): Promise<void> {
  const { responseStatus } = outcome;
  await db
    .update(webhookDeliveries)
    .set({ status: "sent", sendAt: null, endedAt: sql`now()`, responseStatus, detail: null })
    .where(waiting(delivery));
  await db
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(webhookEndpoints.id, endpointId), isNotNull(webhookEndpoints.failingSince)));
}

async function putBack(db: Db, delivery: Delivery): Promise<void> {
  await db.update(webhookDeliveries).set({ sendAt: sql`now()` }).where(waiting(delivery));
}

/** Records a failed attempt. Gives the delivery up after its last one, and the endpoint when nothing has arrived for days. */
async function recordFailure(db: Db, endpoint: Endpoint, delivery: Delivery, outcome: WebhookOutcome): Promise<void> {
  const { responseStatus, problem: detail } = outcome;
  const isOver = delivery.isLastTry || responseStatus === gone;
  const ending = isOver ? ({ status: "failed", sendAt: null, endedAt: sql`now()` } as const) : {};
  await db.transaction(async (tx) => {
    // Before the delivery, which a deletion of the endpoint takes with it.
    await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpoint.id))
      .for("no key update");
    await tx
      .update(webhookDeliveries)
      .set({ responseStatus, detail, ...ending })
      .where(waiting(delivery));
    const hasFailedLong = sql`coalesce(failing_since, now()) <= now() - ${failingDaysMax} * interval '1 day'`;
    const isGivenUp = responseStatus === gone ? sql`true` : isOver ? hasFailedLong : sql`false`;
    const [after] = await tx
      .update(webhookEndpoints)
      .set({
        failingSince: sql`coalesce(${webhookEndpoints.failingSince}, now())`,
        isEnabled: sql`not (${isGivenUp})`,
        givenUpAt: sql`case when ${isGivenUp} then now() end`,
      })
      .where(and(eq(webhookEndpoints.id, endpoint.id), eq(webhookEndpoints.isEnabled, true)))
      .returning({ isEnabled: webhookEndpoints.isEnabled, givenUpAt: webhookEndpoints.givenUpAt });
    if (after?.givenUpAt == null) return;
    const data = { endpointId: endpoint.id, url: endpoint.url, detail: detail ?? "" };
    const once = `${endpoint.id} ${after.givenUpAt.toISOString()}`;
    await writeAdminMails(tx, { kind: "webhook switched off", orderId: null, data, once });
  });
}
