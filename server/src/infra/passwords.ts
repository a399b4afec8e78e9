import argon2 from "argon2";
import { limitConcurrency, newQueueMetrics } from "./concurrency-limiter.ts";

/** argon2id with OWASP's parameters for low memory: KiB, passes, lanes. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a random password, so that an unknown e-mail costs the same time as a known one. */
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$c2hvcC1kZWNveS1zYWx0IQ$UMLEc9AJ1G8KVLh3Ahu1ZEqQK6mLJdQ7KdV0a5vHxKQ";

/** The queues of password hashing at sign-in, and of new passwords, for metrics. */
export const passwordQueue = newQueueMetrics();
export const newPasswordQueue = newQueueMetrics();

/** Few at once leave processors for other requests. */
const limitedChecks = limitConcurrency({ concurrency: 2, timeoutMs: 5_000, figures: passwordQueue });
/** A queue of their own, so that registrations and password changes never make sign-ins wait. */
const limitedHashes = limitConcurrency({ concurrency: 1, timeoutMs: 5_000, figures: newPasswordQueue });

/** Hashes a password for storage. Fails with status 503 on a queue time-out. */
export function hashPassword(password: string): Promise<string> {
  return limitedHashes(() => argon2.hash(password, cost));
}

/**
 * Whether a password matches a hash. Without a hash it returns false at the same cost. Fails with
 * status 503 on a queue time-out.
 */
export function checkPassword(hash: string | null, password: string): Promise<boolean> {
  return limitedChecks(async () => (await argon2.verify(hash ?? dummyHash, password)) && hash !== null);
}
