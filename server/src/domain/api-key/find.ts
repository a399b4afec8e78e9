import type { Permission } from "@shop/shared/account/permissions";
import { type ApiKeyScope, apiKeyPattern } from "@shop/shared/program/api-key";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { authenticatorApps, passkeys, users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { staffRoles } from "../../db/schema/staff.ts";
import { apiKeyPrefix, matchesApiKey } from "../../infra/api-keys.ts";
import { isUsableApp, isUsablePasskey } from "../account/usable-factors.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { permissionsOf } from "../base/staff-permissions.ts";

/** A key that works: `userId` is the administrator in whose name it acts. */
export type FoundApiKey = {
  id: string;
  userId: string;
  scope: ApiKeyScope;
  /** What it may do: what it was given, as far as its creator may do it now. */
  permissions: ReadonlySet<Permission>;
};

const today = sql`(now() at time zone 'UTC')::date`;

/** Revoked and suspended keys are found by none, nor are those of accounts that are deleted or no longer administer the shop. */
export const isUsable = and(
  isNull(apiKeys.revokedAt),
  isNull(apiKeys.suspendedAt),
  eq(users.isAdmin, true),
  isNull(users.deletedAt),
);

const keyByPrefix = preparedFor((db) =>
  db
    .select({
      id: apiKeys.id,
      userId: apiKeys.userId,
      scope: apiKeys.scope,
      hash: apiKeys.hash,
      permissions: apiKeys.permissions,
      isAdmin: users.isAdmin,
      role: users.role,
      ownPermissions: staffRoles.permissions,
      hasFactor: sql<boolean>`(
        exists (select from ${passkeys} where ${passkeys.userId} = ${users.id} and ${isUsablePasskey})
        or exists (select from ${authenticatorApps} where ${authenticatorApps.userId} = ${users.id} and ${isUsableApp})
      )`,
      isUseOld: sql<boolean>`${apiKeys.lastUsedOn} is distinct from ${today}`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(staffRoles, eq(staffRoles.id, users.role))
    .where(and(eq(apiKeys.prefix, sql.placeholder("prefix")), isUsable))
    .prepare("api_key_by_prefix"),
);

/**
 * The key of this text; `null` for one that does not work, nor for that of an administrator without the second factor that
 * the shop requires. Notes the day of the use.
 */
export async function findApiKey(
  { db, settings }: { db: Db; settings: CurrentFacts<"requiresSecondFactor"> },
  key: string,
): Promise<FoundApiKey | null> {
  if (!apiKeyPattern.test(key)) return null;
  const [found] = await keyByPrefix(db).execute({ prefix: apiKeyPrefix(key) });
  if (found === undefined || !matchesApiKey(key, found.hash)) return null;
  const { id, userId, scope } = found;
  if (settings.current.requiresSecondFactor && !found.hasFactor) return null;
  // One write a day, not one for each request.
  if (found.isUseOld) await db.update(apiKeys).set({ lastUsedOn: today }).where(eq(apiKeys.id, id));
  const ofCreator = permissionsOf(found);
  const permissions = new Set((found.permissions ?? [...ofCreator]).filter((each) => ofCreator.has(each)));
  return { id, userId, scope, permissions };
}
