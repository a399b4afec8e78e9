import { and, type Column, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { authenticatorApps, passkeys, recoveryCodes, users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { earlierOrders } from "../../db/schema/earlier-orders.ts";
import { staffInvitations } from "../../db/schema/staff.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { later } from "../../db/time.ts";
import { hasFactor, noteFactorRemoved } from "./factors.ts";
import { joinGuestOrders } from "./guest-orders.ts";

/** A time in milliseconds, as links in mails have it: PostgreSQL's times are finer. */
const inMs = (time: Column | SQL) => sql`date_trunc('milliseconds', ${time})`;

/**
 * Notes that whoever acts for an account reads the mails to its address: one that was written at a time has reached them.
 * What the account signed in with by then counts as its owner's.
 */
export async function noteProof(tx: Db, userId: string, at: Date | SQL): Promise<void> {
  await tx
    .update(users)
    .set({ provenAt: sql`greatest(${users.provenAt}, ${at})` })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  await linkEarlierOrders(tx, userId);
}

/** Gives an account the orders that were placed in the former shop with the address that it is proven to have. */
async function linkEarlierOrders(tx: Db, userId: string): Promise<void> {
  await tx
    .update(earlierOrders)
    .set({ userId })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        isNull(earlierOrders.userId),
        eq(earlierOrders.customerEmail, sql`coalesce(${users.previousEmail}, ${users.email})`),
      ),
    );
}

/**
 * Notes that the owner of the mailbox took an account back, and suspends what the account got since the mailbox was last
 * proven before: a factor of a thief cannot lock the owner out, and one that is older cannot be removed by the mailbox alone.
 */
export async function recover(tx: Db, userId: string, provenAt: Date | null): Promise<void> {
  const hadFactor = await hasFactor(tx, userId);
  await suspendUnproven(tx, userId, provenAt);
  if (hadFactor) await noteFactorRemoved(tx, userId, userId);
  await noteProof(tx, userId, later(0));
  await joinGuestOrders(tx, userId);
}

/**
 * Notes whether the account's new password was chosen with a code mailed to the address that was invited to the staff: anybody
 * could have registered with it before, or have moved the account to another mailbox. Returns whether it was.
 */
export async function noteInvitationClaim(tx: Db, userId: string, mailedTo: string): Promise<boolean> {
  const claimedAt = sql`case when ${staffInvitations.email} = ${mailedTo} then now() end`;
  const [invitation] = await tx
    .update(staffInvitations)
    .set({ claimedAt })
    .where(eq(staffInvitations.userId, userId))
    .returning({ claimedAt: staffInvitations.claimedAt });
  return invitation !== undefined && invitation.claimedAt !== null;
}

/**
 * Ends for the time being what an account got since its mailbox was last proven, all of it if never: passkeys,
 * authenticator app and recovery codes, and the API keys and webhooks that it made. Whoever had taken the account over
 * could otherwise still use them. The owner allows them again, or removes them.
 */
async function suspendUnproven(tx: Db, userId: string, provenAt: Date | null): Promise<void> {
  const isYounger = (time: Column) => (provenAt === null ? undefined : sql`${inMs(time)} > ${provenAt}`);
  const suspendedAt = later(0);
  await tx
    .update(passkeys)
    .set({ suspendedAt })
    .where(and(eq(passkeys.userId, userId), isNull(passkeys.suspendedAt), isYounger(passkeys.createdAt)));
  await tx
    .update(authenticatorApps)
    .set({ suspendedAt })
    .where(
      and(
        eq(authenticatorApps.userId, userId),
        isNotNull(authenticatorApps.confirmedAt),
        isNull(authenticatorApps.suspendedAt),
        isYounger(authenticatorApps.confirmedAt),
      ),
    );
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isYounger(recoveryCodes.createdAt)));
  await tx
    .update(apiKeys)
    .set({ suspendedAt })
    .where(
      and(
        eq(apiKeys.userId, userId),
        isNull(apiKeys.revokedAt),
        isNull(apiKeys.suspendedAt),
        isYounger(apiKeys.createdAt),
      ),
    );
  await tx
    .update(webhookEndpoints)
    .set({ suspendedAt, isEnabled: false, version: sql`${webhookEndpoints.version} + 1` })
    .where(
      and(eq(webhookEndpoints.userId, userId), webhookEndpoints.isEnabled, isYounger(webhookEndpoints.addressedAt)),
    );
}
