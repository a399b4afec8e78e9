import argon2 from "argon2";
import { emptyQueue, limitConcurrency } from "./concurrency-limiter.ts";

/** argon2id at the cost that OWASP recommends for little memory: KiB, passes, lanes. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash of nobody's password, so that an unknown e-mail takes as long as a known one. */
const decoy = "$argon2id$v=19$m=19456,t=2,p=1$c2hvcC1kZWNveS1zYWx0IQ$UMLEc9AJ1G8KVLh3Ahu1ZEqQK6mLJdQ7KdV0a5vHxKQ";

/** How many wait for a password to be hashed. */
export const passwordQueue = emptyQueue();

/** More at once would take the processors from everybody else. */
const limited = limitConcurrency({ concurrency: 2, timeoutMs: 5_000, figures: passwordQueue });

/** Hashes a password for storage. Fails with status 503 when its turn does not come in time. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => argon2.hash(password, cost));
}

/**
 * Whether a password belongs to a hash. Without a hash it is no, at the same
 * cost. Fails with status 503 when its turn does not come in time.
 */
export function checkPassword(hash: string | null, password: string): Promise<boolean> {
  return limited(async () => (await argon2.verify(hash ?? decoy, password)) && hash !== null);
}
