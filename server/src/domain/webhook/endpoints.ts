import { changesBetween } from "@shop/shared/admin/audit";
import {
  type CreateEndpoint,
  type EndpointRecord,
  type EndpointWithSecret,
  endpointsMax,
  secretOverlapHours,
  type UpdateEndpoint,
} from "@shop/shared/program/webhook";
import { isId } from "@shop/shared/query";
import { desc, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { isoTime } from "../../db/time.ts";
import type { Sealing } from "../../infra/sealed-text.ts";
import { newWebhookSecret } from "../../infra/webhook-sender.ts";
import { requireFreshFactors } from "../account/reauthenticate.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { writeAdminAccessMails } from "../outbox/write-mails.ts";
import { endDeliveriesTo } from "./end-deliveries.ts";

export type EndpointDeps = { db: Db; webhookSecrets: Sealing; allowsPrivateWebhooks: boolean };

const orNull = (time: Parameters<typeof isoTime>[0]) => sql<string | null>`${isoTime(time)}`;

const columns = {
  _id: webhookEndpoints.id,
  url: webhookEndpoints.url,
  events: webhookEndpoints.events,
  isEnabled: webhookEndpoints.isEnabled,
  createdAt: isoTime(webhookEndpoints.createdAt),
  createdBy: users.name,
  failingSince: orNull(webhookEndpoints.failingSince),
  givenUpAt: orNull(webhookEndpoints.givenUpAt),
  previousUntil: sql<
    string | null
  >`case when ${webhookEndpoints.previousUntil} > now() then ${isoTime(webhookEndpoints.previousUntil)} end`,
  waiting: sql<number>`(select count(*) from ${webhookDeliveries} d where d.endpoint_id = ${webhookEndpoints.id} and d.send_at is not null)::int`,
  version: webhookEndpoints.version,
};

const selectEndpoints = (db: Db) =>
  db.select(columns).from(webhookEndpoints).innerJoin(users, eq(users.id, webhookEndpoints.userId));

/** All addresses that are told of events, newest first. */
export async function listEndpoints(db: Db, _admin: Admin<"apps.write">): Promise<EndpointRecord[]> {
  return selectEndpoints(db).orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id));
}

/** How many addresses the shop has switched off because nothing arrived there. */
export async function countGivenUp(db: Db, _admin: Admin<"apps.write">): Promise<number> {
  return db.$count(webhookEndpoints, sql`${webhookEndpoints.givenUpAt} is not null`);
}

/** One of them. Throws NOT_FOUND. */
export async function readEndpoint(db: Db, _admin: Admin<"apps.write">, id: string): Promise<EndpointRecord> {
  const [found] = isId(id) ? await selectEndpoints(db).where(eq(webhookEndpoints.id, id)) : [];
  if (found === undefined) throw notFound("Webhook");
  return found;
}

/**
 * Adds an address, with a secret that is in the answer and is not shown again. Throws REAUTH_REQUIRED and
 * SECOND_FACTOR_REQUIRED as other changes of who learns of the shop's data do.
 */
export async function createEndpoint(
  { db, webhookSecrets, allowsPrivateWebhooks }: EndpointDeps,
  admin: Admin<"apps.write">,
  { url, events }: CreateEndpoint,
): Promise<EndpointWithSecret> {
  await requireFreshFactors(db, admin);
  refuseUnencrypted(url, allowsPrivateWebhooks);
  const [id, secret] = [uuidv7(), newWebhookSecret()];
  const endpoint = await db.transaction(async (tx) => {
    if ((await tx.$count(webhookEndpoints)) >= endpointsMax) {
      const message = `There can be at most ${endpointsMax} webhooks. Please remove one first.`;
      throw new DomainError("VALIDATION", message, { errors: [{ path: "url", message }] });
    }
    await tx
      .insert(webhookEndpoints)
      .values({ id, url, events, secret: webhookSecrets.encrypt(secret, id), userId: admin.id });
    await recordAct(tx, admin, {
      act: "created",
      entity: "webhook",
      entityId: id,
      subject: url,
      changes: changesBetween({ events: "" }, { events: events.join("\n") }, ["events"]),
    });
    await writeAdminAccessMails(tx, { change: "webhook address added", subject: url, actorId: admin.id });
    return readEndpoint(tx, admin, id);
  });
  return { endpoint, secret };
}

function refuseUnencrypted(url: string, isAllowed: boolean): void {
  if (isAllowed || url.startsWith("https:")) return;
  const message = "The address must begin with https://";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "url", message }] });
}

/**
 * Changes an address, its events, or whether it is told of them. Switching it off ends what still waits; switching it
 * on again forgets that nothing arrived, and starts with what happens from then on.
 * Throws NOT_FOUND, STALE, and REAUTH_REQUIRED for another address.
 */
export async function updateEndpoint(
  { db, allowsPrivateWebhooks }: EndpointDeps,
  admin: Admin<"apps.write">,
  id: string,
  { version, ...input }: UpdateEndpoint,
): Promise<EndpointRecord> {
  refuseUnencrypted(input.url, allowsPrivateWebhooks);
  const before = await readEndpoint(db, admin, id);
  if (before.url !== input.url) await requireFreshFactors(db, admin);
  // Before it is switched on, because a job ends them within seconds only.
  if (input.isEnabled && !before.isEnabled) await endDeliveriesTo(db, id);
  return db.transaction(async (tx) => {
    await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for("update");
    const current = await readEndpoint(tx, admin, id);
    refuseStale(current, { version });
    const restart = input.isEnabled && !current.isEnabled ? { failingSince: null, suspendedAt: null } : {};
    // Whoever gives it another address answers for it.
    const moved = input.url === current.url ? {} : { userId: admin.id, addressedAt: sql`now()` };
    await tx
      .update(webhookEndpoints)
      .set({ ...input, ...restart, ...moved, givenUpAt: null, version: current.version + 1 })
      .where(eq(webhookEndpoints.id, id));
    const toAudited = ({ url, events, isEnabled }: Omit<UpdateEndpoint, "version">) => {
      return { url, events: events.join("\n"), isEnabled };
    };
    const changes = changesBetween(toAudited(current), toAudited(input), ["url", "events", "isEnabled"]);
    await recordAct(tx, admin, { act: "updated", entity: "webhook", entityId: id, subject: input.url, changes });
    if (current.url !== input.url) {
      const change = "webhook address added";
      await writeAdminAccessMails(tx, { change, subject: input.url, actorId: admin.id });
    }
    return readEndpoint(tx, admin, id);
  });
}

/**
 * Gives an address a new secret, which is in the answer and is not shown again. For a day, deliveries are signed with
 * the one before as well. Throws NOT_FOUND and REAUTH_REQUIRED.
 */
export async function rotateSecret(
  { db, webhookSecrets }: EndpointDeps,
  admin: Admin<"apps.write">,
  id: string,
): Promise<EndpointWithSecret> {
  await readEndpoint(db, admin, id);
  await requireFreshFactors(db, admin);
  const secret = newWebhookSecret();
  const endpoint = await db.transaction(async (tx) => {
    const [rotated] = await tx
      .update(webhookEndpoints)
      .set({
        previousSecret: webhookEndpoints.secret,
        previousUntil: sql`now() + ${secretOverlapHours} * interval '1 hour'`,
        secret: webhookSecrets.encrypt(secret, id),
        version: sql`${webhookEndpoints.version} + 1`,
      })
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url });
    if (rotated === undefined) throw notFound("Webhook");
    const { url: subject } = rotated;
    await recordAct(tx, admin, { act: "renewed the secret of", entity: "webhook", entityId: id, subject });
    return readEndpoint(tx, admin, id);
  });
  return { endpoint, secret };
}

/** Removes an address with what was to be sent there, and its log. Throws NOT_FOUND. */
export async function deleteEndpoint(db: Db, admin: Admin<"apps.write">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Webhook");
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url });
    if (deleted === undefined) throw notFound("Webhook");
    await recordAct(tx, admin, { act: "deleted", entity: "webhook", entityId: id, subject: deleted.url });
  });
}
