import { changesBetween } from "@shop/shared/admin/audit";
import { type ApiKeyRecord, apiKeysMax, type CreateApiKey, type CreatedApiKey } from "@shop/shared/program/api-key";
import { isId } from "@shop/shared/query";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { isoTime } from "../../db/time.ts";
import { apiKeyPrefix, hashApiKey, newApiKey } from "../../infra/api-keys.ts";
import { requireFreshFactors } from "../account/reauthenticate.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { writeAdminAccessMails } from "../outbox/write-mails.ts";
import { isUsable } from "./find.ts";

const columns = {
  _id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  scope: apiKeys.scope,
  permissions: apiKeys.permissions,
  createdBy: users.name,
  createdAt: isoTime(apiKeys.createdAt),
  lastUsedOn: apiKeys.lastUsedOn,
  revokedAt: sql<string | null>`${isoTime(apiKeys.revokedAt)}`,
  isUsable: sql<boolean>`(${isUsable})`,
};

/** All keys, those in use first, each newest first. */
export async function listApiKeys(db: Db, _admin: Admin<"apps.write">): Promise<ApiKeyRecord[]> {
  return db
    .select(columns)
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .orderBy(sql`${apiKeys.revokedAt} is not null`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(200);
}

/**
 * Creates a key, whose text is in the answer and nowhere else. Throws REAUTH_REQUIRED and SECOND_FACTOR_REQUIRED as other
 * changes of who may act do, and VALIDATION when there are too many keys.
 */
export async function createApiKey(
  db: Db,
  admin: Admin<"apps.write">,
  { name, scope, permissions }: CreateApiKey,
): Promise<CreatedApiKey> {
  await requireFreshFactors(db, admin);
  const key = newApiKey();
  const id = uuidv7();
  const record = await db.transaction(async (tx) => {
    if ((await tx.$count(apiKeys, isNull(apiKeys.revokedAt))) >= apiKeysMax) {
      const message = `There can be at most ${apiKeysMax} keys. Please revoke one first.`;
      throw new DomainError("VALIDATION", message, { errors: [{ path: "name", message }] });
    }
    await tx
      .insert(apiKeys)
      .values({ id, name, scope, permissions, prefix: apiKeyPrefix(key), hash: hashApiKey(key), userId: admin.id });
    await recordAct(tx, admin, {
      act: "created",
      entity: "api key",
      entityId: id,
      subject: name,
      changes: changesBetween({ scope: "", permissions: "" }, { scope, permissions: permissions?.join(", ") ?? "" }, [
        "scope",
        "permissions",
      ]),
    });
    await writeAdminAccessMails(tx, { change: "API key created", subject: name, actorId: admin.id });
    return readApiKey(tx, id);
  });
  return { record, key };
}

/** Ends a key at once. Idempotent. Throws NOT_FOUND. */
export async function revokeApiKey(db: Db, admin: Admin<"apps.write">, id: string): Promise<ApiKeyRecord> {
  if (!isId(id)) throw notFound("API key");
  return db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ name: apiKeys.name });
    if (revoked !== undefined) {
      await recordAct(tx, admin, { act: "revoked", entity: "api key", entityId: id, subject: revoked.name });
    }
    return readApiKey(tx, id);
  });
}

async function readApiKey(tx: Db, id: string): Promise<ApiKeyRecord> {
  const [found] = await tx
    .select(columns)
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.id, id));
  if (found === undefined) throw notFound("API key");
  return found;
}
