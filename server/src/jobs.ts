import type { FastifyBaseLogger } from "fastify";
import type { Db } from "./db/client.ts";
import { forgetOldKeys, releaseExpiredHolds } from "./domain/order/release.ts";

/** How often the shop looks after what time has run out for, and how old a forgotten key is; in milliseconds. */
const everyMs = 2_000;
const keyAgeMs = 172_800_000;
/** What one round may release, so that no round holds up the shutdown. */
const releasesPerRound = 200;

/**
 * Looks after what nobody asks for: holds that have expired and keys that are
 * forgotten. Rounds never overlap, and a failed one is tried again. Returns
 * what stops it and waits for the round at work.
 */
export function startJobs(db: Db, log: FastifyBaseLogger): () => Promise<void> {
  let isStopped = false;
  let round = Promise.resolve();
  const work = async () => {
    try {
      const released = await releaseExpiredHolds(db, releasesPerRound);
      if (released > 0) log.info({ released }, "stock of unpaid orders returned");
      await forgetOldKeys(db, keyAgeMs);
    } catch (error) {
      log.warn({ err: error }, "looking after holds failed");
    }
    if (!isStopped) timer = setTimeout(next, everyMs);
  };
  const next = () => {
    round = work();
  };
  let timer = setTimeout(next, everyMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await round;
  };
}
