import { argon2id } from "./argon2id.ts";
import { limitConcurrency, newQueueMetrics } from "./concurrency-limiter.ts";

/** The hash of a random password, so that an unknown e-mail costs the same time as a known one. */
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$c2hvcC1kZWNveS1zYWx0IQ$UMLEc9AJ1G8KVLh3Ahu1ZEqQK6mLJdQ7KdV0a5vHxKQ";

/** The queues of password hashing at sign-in, and of new passwords, for metrics. */
export const passwordQueue = newQueueMetrics();
export const newPasswordQueue = newQueueMetrics();

/** How many passwords from one address may wait: more than an office types at once. */
const waitingPerParty = 100;

/** How long one waits, in milliseconds: on a busy machine a hash takes ten times as long, because requests go before. */
const timeoutMs = 15_000;

const limitedChecks = limitConcurrency({ concurrency: 1, timeoutMs, counters: passwordQueue, waitingPerParty });
/** A queue of their own, so that registrations and password changes never make sign-ins wait. */
const limitedHashes = limitConcurrency({ concurrency: 1, timeoutMs, counters: newPasswordQueue, waitingPerParty });

/**
 * Hashes a password for storage. `address` is the key of the client's address: addresses take turns, so that one that
 * sends many passwords delays no other. Fails with status 503 on a queue time-out or when many of the address wait.
 */
export function hashPassword(password: string, address = ""): Promise<string> {
  return limitedHashes(() => argon2id.hash(password), undefined, address);
}

/**
 * Whether a password matches a hash. Without a hash it returns false at the same cost. Addresses take turns, and it fails
 * with status 503, as `hashPassword` does.
 */
export function checkPassword(hash: string | null, password: string, address = ""): Promise<boolean> {
  const check = async () => (await argon2id.verify(hash ?? dummyHash, password)) && hash !== null;
  return limitedChecks(check, undefined, address);
}
