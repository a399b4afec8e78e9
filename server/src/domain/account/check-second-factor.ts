import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import type { FactorKeys } from "../../infra/factor-keys.ts";
import type { Limits } from "../../infra/limits.ts";
import { DomainError } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { takeAppCode } from "./authenticator-app.ts";
import { hasFactor } from "./factors.ts";
import { takeRecoveryCode } from "./recovery-codes.ts";

/**
 * Asks for the second factor of an administrator whose password was right. Returns whether there is one and the code
 * is right, and takes the code. Throws SECOND_FACTOR_REQUIRED without a code, and INVALID_CREDENTIALS for a wrong one.
 */
export async function checkSecondFactor(
  tx: Db,
  factorKeys: FactorKeys,
  { userId, code = "" }: { userId: string; code: string | undefined },
): Promise<boolean> {
  if (!(await hasFactor(tx, userId))) return false;
  if (code === "") {
    throw new DomainError(
      "SECOND_FACTOR_REQUIRED",
      "Please enter the code of your authenticator app, or use your passkey",
    );
  }
  const isRight =
    (await takeAppCode(tx, factorKeys, userId, code)) || (await takeRecoveryCode(tx, factorKeys, userId, code));
  if (!isRight) throw new DomainError("INVALID_CREDENTIALS", "This code is not right, or it was used before");
  return true;
}

/** So many wrong codes of a day are told to the owner by mail: whoever enters them knows the password. */
const mailedAt = 3;

/**
 * Runs a sign-in with a code after the right password. After three wrong ones of a day the pauses between tries grow, from
 * a minute to an hour; a device that has signed in before has tries of its own, so that nobody locks the owner out: all
 * others have the empty id. Throws
 * RATE_LIMITED, and what the sign-in throws.
 */
export async function tryingCode<Result>(
  { db, limits, emit }: { db: Db; limits: Pick<Limits, "secondFactorCodes">; emit: Emit },
  { userId, deviceId }: { userId: string; deviceId: string },
  open: () => Promise<Result>,
): Promise<Result> {
  const key = [userId, deviceId];
  const counted = await limits.secondFactorCodes.count(...key);
  if ("waitSeconds" in counted) {
    emit({ type: "too many tries", limit: "secondFactorCodes" });
    const message = "Too many codes were wrong. Please wait a little, or use your passkey.";
    throw new DomainError("RATE_LIMITED", message, { retryAfter: counted.waitSeconds });
  }
  try {
    const result = await open();
    await limits.secondFactorCodes.reset(...key);
    return result;
  } catch (error) {
    const isWrong = error instanceof DomainError && error.kind === "INVALID_CREDENTIALS";
    if (isWrong && counted.number === mailedAt) await tellOfWrongCodes(db, userId);
    throw error;
  }
}

async function tellOfWrongCodes(db: Db, userId: string): Promise<void> {
  const [account] = await db
    .select({ recipient: sql<string>`coalesce(${users.previousEmail}, ${users.email})` })
    .from(users)
    .where(eq(users.id, userId));
  if (account === undefined) return;
  await writeAccountMail(db, { kind: "wrong codes", userId, recipient: account.recipient, data: {} });
}
