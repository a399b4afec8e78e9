import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import type { Permission } from "../account/permissions.ts";
import { permissionsSchema } from "../account/staff.ts";

/** What a program may do with a key: read what administrators read, or also change products and fulfil orders. */
export const apiKeyScopes = ["read", "write"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** The keys that can be in use at a time. */
export const apiKeysMax = 50;
export const apiKeyNameLength = 60;

/** The beginning of every key, by which scanners find keys that were published by mistake. */
export const apiKeyMark = "shopkey_";
/** Every key: the mark and 256 random bits in hexadecimal. */
export const apiKeyPattern = /^shopkey_[0-9a-f]{64}$/;

export const createApiKeySchema = z.object({
  name: lineSchema("Name", apiKeyNameLength),
  scope: z.enum(apiKeyScopes, { error: "Choose what the key may do" }),
  /** What it may do, as far as its creator may; without them, all that its creator may. */
  permissions: permissionsSchema.optional(),
});
export type CreateApiKey = z.output<typeof createApiKeySchema>;

/** A key as admins see it. `prefix` is its beginning, by which it is recognised. */
export type ApiKeyRecord = {
  _id: string;
  name: string;
  prefix: string;
  scope: ApiKeyScope;
  /** What it may do, as far as its creator may; null for all that its creator may. */
  permissions: Permission[] | null;
  createdBy: string;
  createdAt: string;
  /** The day, in UTC, of the last request with it. */
  lastUsedOn: string | null;
  revokedAt: string | null;
  /** Whether requests with it are answered: it is not revoked, and who created it is still an administrator. */
  isUsable: boolean;
};

/** A new key. The text of the key is never shown again. */
export type CreatedApiKey = { record: ApiKeyRecord; key: string };
