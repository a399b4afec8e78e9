import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const digits = 8;

export type ResetCodes = {
  /** The code of a request for a new password. */
  codeOf: (resetId: string) => string;
  /** Compares in constant time. */
  matches: (resetId: string, code: string) => boolean;
};

/**
 * Derives codes from the ids of requests with a key of their own, so that no table, backup or queue holds a code: who
 * reads the database alone learns none. A stored hash of eight digits would be guessed in a moment.
 */
export function openResetCodes(secret: string): ResetCodes {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "shop-password-reset", 32));
  const codeOf = (resetId: string) => {
    const digest = createHmac("sha256", key).update(resetId).digest();
    return (digest.readBigUInt64BE() % 10n ** BigInt(digits)).toString().padStart(digits, "0");
  };
  return {
    codeOf,
    matches: (resetId, code) => {
      const [expected, given] = [Buffer.from(codeOf(resetId)), Buffer.from(code)];
      return given.length === expected.length && timingSafeEqual(expected, given);
    },
  };
}
