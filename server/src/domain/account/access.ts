import type { AccessMeans } from "@shop/shared/account/account-access";
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { authenticatorApps, passkeys } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { isoTime } from "../../db/time.ts";
import type { User } from "../base/actor.ts";
import { lockOwnAccount } from "./factors.ts";
import { requireFreshFactors } from "./reauthenticate.ts";

const isSuspended = (suspendedAt: SQL) => sql<boolean>`${suspendedAt} is not null`;

/** What can sign in to the user's account or act in their name, oldest first of each kind. */
export async function listAccess(db: Db, { id }: User): Promise<AccessMeans[]> {
  const [keys, apps, programs, receivers] = await Promise.all([
    db
      .select({
        _id: passkeys.id,
        name: passkeys.name,
        addedAt: isoTime(passkeys.createdAt),
        isSuspended: isSuspended(sql`${passkeys.suspendedAt}`),
      })
      .from(passkeys)
      .where(eq(passkeys.userId, id))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
    db
      .select({
        _id: authenticatorApps.userId,
        addedAt: isoTime(authenticatorApps.confirmedAt),
        isSuspended: isSuspended(sql`${authenticatorApps.suspendedAt}`),
      })
      .from(authenticatorApps)
      .where(and(eq(authenticatorApps.userId, id), isNotNull(authenticatorApps.confirmedAt))),
    db
      .select({
        _id: apiKeys.id,
        name: apiKeys.name,
        addedAt: isoTime(apiKeys.createdAt),
        isSuspended: isSuspended(sql`${apiKeys.suspendedAt}`),
      })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, id), isNull(apiKeys.revokedAt)))
      .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),
    db
      .select({
        _id: webhookEndpoints.id,
        name: webhookEndpoints.url,
        addedAt: isoTime(webhookEndpoints.addressedAt),
        isSuspended: isSuspended(sql`${webhookEndpoints.suspendedAt}`),
      })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.userId, id))
      .orderBy(asc(webhookEndpoints.addressedAt), asc(webhookEndpoints.id)),
  ]);
  return [
    ...keys.map((key) => ({ kind: "passkey" as const, ...key })),
    ...apps.map((app) => ({ kind: "authenticator app" as const, name: "Authenticator app", ...app })),
    ...programs.map((key) => ({ kind: "API key" as const, ...key })),
    ...receivers.map((receiver) => ({ kind: "webhook" as const, ...receiver })),
  ];
}

/**
 * Allows everything again that was suspended as the account was taken back. Webhooks stay switched off: each is switched
 * on where its events are chosen. Throws REAUTH_REQUIRED.
 */
export async function allowSuspended({ db }: { db: Db }, user: User): Promise<void> {
  await changingSuspended(db, user, async (tx, { ofPasskeys, ofApps, ofApiKeys }) => {
    await tx.update(passkeys).set({ suspendedAt: null }).where(ofPasskeys);
    await tx.update(authenticatorApps).set({ suspendedAt: null }).where(ofApps);
    await tx.update(apiKeys).set({ suspendedAt: null }).where(ofApiKeys);
  });
}

/** Removes everything that was suspended as the account was taken back. Throws REAUTH_REQUIRED. */
export async function removeSuspended({ db }: { db: Db }, user: User): Promise<void> {
  await changingSuspended(db, user, async (tx, { ofPasskeys, ofApps, ofApiKeys, ofWebhooks }) => {
    await tx.delete(passkeys).where(ofPasskeys);
    await tx.delete(authenticatorApps).where(ofApps);
    await tx.update(apiKeys).set({ revokedAt: sql`now()` }).where(ofApiKeys);
    await tx.delete(webhookEndpoints).where(ofWebhooks);
  });
}

type Suspended = Record<"ofPasskeys" | "ofApps" | "ofApiKeys" | "ofWebhooks", SQL | undefined>;

async function changingSuspended(
  db: Db,
  user: User,
  change: (tx: Db, suspended: Suspended) => Promise<void>,
): Promise<void> {
  await requireFreshFactors(db, user);
  const { id } = user;
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await change(tx, {
      ofPasskeys: and(eq(passkeys.userId, id), isNotNull(passkeys.suspendedAt)),
      ofApps: and(eq(authenticatorApps.userId, id), isNotNull(authenticatorApps.suspendedAt)),
      ofApiKeys: and(eq(apiKeys.userId, id), isNotNull(apiKeys.suspendedAt), isNull(apiKeys.revokedAt)),
      ofWebhooks: and(eq(webhookEndpoints.userId, id), isNotNull(webhookEndpoints.suspendedAt)),
    });
  });
}
