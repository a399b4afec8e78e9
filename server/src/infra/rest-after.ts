import { setTimeout as delay } from "node:timers/promises";

/** A part that waited long, for a lock or a busy disk, was no work; in milliseconds. */
const longestRestMs = 1_000;

/**
 * Rests after a part of a large act that began at this time of `performance.now()`, as long as the part took: nobody waits
 * for the act, and requests have the processors and the disk for at least half of the time.
 */
export function restAfter(began: number): Promise<void> {
  return delay(Math.min(longestRestMs, performance.now() - began));
}
