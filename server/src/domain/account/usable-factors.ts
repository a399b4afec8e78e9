import { and, isNotNull, isNull, sql } from "drizzle-orm";
import { authenticatorApps, passkeys } from "../../db/schema/accounts.ts";

/** The passkeys and apps that sign in: none that a recovery of the account has suspended, nor an app without its first code. */
export const isUsablePasskey = sql`(${isNull(passkeys.suspendedAt)})`;
export const isUsableApp = sql`(${and(isNotNull(authenticatorApps.confirmedAt), isNull(authenticatorApps.suspendedAt))})`;
