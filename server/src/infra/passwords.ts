import argon2 from "argon2";

/** argon2id at the cost that OWASP recommends for little memory: KiB, passes, lanes. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, cost);
}
