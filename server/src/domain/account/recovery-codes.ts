import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { recoveryCodes } from "../../db/schema/accounts.ts";
import type { FactorKeys } from "../../infra/factor-keys.ts";

const codesPerSet = 10;
/** Without characters that look alike. There are 32, so that five random bits choose one. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const codeLength = 12;

/** Sixty random bits, in groups of four characters. */
function newCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte & 31]).join("");
  return characters.replace(/.{4}(?=.)/g, "$&-");
}

/** The characters of a code, however it was typed. */
function bare(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Replaces an account's recovery codes. Returns the new ones, which only hashes are kept of. */
export async function replaceRecoveryCodes(tx: Db, factorKeys: FactorKeys, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerSet }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: factorKeys.hash(bare(code), userId) })));
  return codes;
}

/** Takes a recovery code, which nobody can take again. Returns whether it was one of the account's. */
export async function takeRecoveryCode(tx: Db, factorKeys: FactorKeys, userId: string, code: string): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, factorKeys.hash(bare(code), userId))))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}
