import { createHash } from "node:crypto";

const bytes = Buffer.alloc(1_000_000);
/** What hashing the bytes so often takes on a quiet machine of the size that production needs; in milliseconds. */
const [repetitions, quietMs] = [60, 40];

/**
 * How long an act may take here that must take at most so long on a quiet machine; in milliseconds. A machine that is
 * slower or busy now gets as many times longer as a reference computation takes on it, and never less.
 */
export function timeLimit(limitMs: number): number {
  const started = performance.now();
  for (let n = 0; n < repetitions; n += 1) createHash("sha256").update(bytes).digest();
  return limitMs * Math.max(1, (performance.now() - started) / quietMs);
}
