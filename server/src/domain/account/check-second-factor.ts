import type { Db } from "../../db/client.ts";
import type { FactorKeys } from "../../infra/factor-keys.ts";
import { DomainError } from "../errors.ts";
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
