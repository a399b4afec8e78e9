import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { writeAdminAccessMails } from "../outbox/write-mails.ts";
import { endSessionsOf } from "./session.ts";

/** `change` is what the owners are told; nothing when somebody has lost a role. */
type ChangedAccount = { _id: string; name: string; change: "administrator added" | "role changed" | null };

/**
 * Ends what was made for the role before, so that no session and no API key survives a change of it. All owners hear of
 * a new one. The actor is null for the operator.
 */
export async function noteRoleChange(
  tx: Db,
  { _id, name, change }: ChangedAccount,
  actorId: string | null,
): Promise<void> {
  await endSessionsOf(tx, _id);
  // Those of a demoted admin would work again after a later promotion.
  await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.userId, _id), isNull(apiKeys.revokedAt)));
  if (change !== null) await writeAdminAccessMails(tx, { change, subject: name, actorId });
}
