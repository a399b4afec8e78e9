import type { ApiKeyScope } from "@shop/shared/program/api-key";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../src/db/client.ts";
import { apiKeys } from "../../src/db/schema/api-keys.ts";
import { apiKeyPrefix, hashApiKey, newApiKey } from "../../src/infra/api-keys.ts";
import { insertCustomer } from "./customers.ts";

/** A key of an administrator, who is made for it where none is named. */
export async function makeApiKey(
  db: Db,
  { scope, userId, name = "ERP" }: { scope: ApiKeyScope; userId?: string; name?: string },
): Promise<{ id: string; key: string; headers: { authorization: string } }> {
  const [id, key] = [uuidv7(), newApiKey()];
  const owner = userId ?? (await insertCustomer(db, { isAdmin: true })).id;
  await db.insert(apiKeys).values({ id, name, scope, prefix: apiKeyPrefix(key), hash: hashApiKey(key), userId: owner });
  return { id, key, headers: { authorization: `Bearer ${key}` } };
}
