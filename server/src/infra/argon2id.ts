import { z } from "zod";
import { newQueueMetrics } from "./concurrency-limiter.ts";
import { openTaskProcess, TaskExceeded, TaskUnavailable } from "./task-process.ts";

/**
 * Nobody waits here: `passwords.ts` passes one password at a time to each of the two. Somebody waits for each, so that
 * requests go before it by a little only. Times in milliseconds.
 */
const limits = { timeMs: 30_000, memoryMb: 64, queueMs: 30_000, queueMax: 1, idleMs: 60_000, niceness: 5 };
const entry = "password-worker";
const hashing = openTaskProcess(entry, {
  parse: z.object({ hash: z.string() }).parse,
  limits,
  counters: newQueueMetrics(),
});
const checking = openTaskProcess(entry, {
  parse: z.object({ isMatch: z.boolean() }).parse,
  limits,
  counters: newQueueMetrics(),
});

/**
 * argon2id in processes of low priority, one for new hashes and one for checks: on a busy machine the requests of customers
 * go before them. `pnpm bench interference` shows orders and reads beside 50 sign-ins a second. Fails with status 503 when
 * a process ends.
 */
export const argon2id = {
  hash: async (password: string): Promise<string> => (await answered(hashing({ password }))).hash,
  verify: async (hash: string, password: string): Promise<boolean> =>
    (await answered(checking({ password, hash }))).isMatch,
};

async function answered<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    throw error instanceof TaskExceeded ? new TaskUnavailable("the process for passwords ended") : error;
  }
}
