import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { type LimitSettings, normalLimits } from "./limit-profiles.ts";

/** A rate limit for one kind of attempt. */
export type RateLimit = {
  /** Counts an attempt. Returns the seconds to wait if the limit is exceeded, else `null`. */
  count: (...key: string[]) => Promise<number | null>;
  /** Takes one counted attempt back. */
  takeBack: (...key: string[]) => Promise<void>;
  /** Resets the counter. */
  reset: (...key: string[]) => Promise<void>;
};

export type Limits = Record<keyof LimitSettings, RateLimit> & {
  /** Codes of a second factor that were tried after the right password. */
  secondFactorCodes: GrowingPause;
  /** The addresses that have sent a genuine webhook event. */
  webhookSenders: KnownKeys;
  /** The orders whose searches were counted. */
  ordersWithSearches: KnownKeys;
};

/** Tries, between which ever longer pauses lie after the first few of a day. */
type GrowingPause = {
  /** Counts a try. Returns which of the day it is, or the seconds to wait for it. */
  count: (...key: string[]) => Promise<{ number: number } | { waitSeconds: number }>;
  /** Forgets the tries. */
  reset: (...key: string[]) => Promise<void>;
};

/** So many tries come without a pause; then the pause doubles with each, from a minute to an hour. In seconds. */
const [freeTries, firstPause, longestPause, triesRememberedFor] = [3, 60, 3_600, 86_400];

/** Keys that are remembered for some time. */
type KnownKeys = { has: (key: string) => Promise<boolean>; add: (key: string) => Promise<void> };

/** How long a sender of genuine webhook events is remembered after the last one, in seconds. */
const sendersKnownFor = 30 * 86_400;

/** How long an order is remembered whose searches were counted, in seconds. */
const ordersKnownFor = 2 * 86_400;

/** Counters that all instances share through the database. */
export function openLimits(pool: pg.Pool, settings: LimitSettings): Limits {
  const rows = rowsIn(pool);
  const counter = (limit: keyof LimitSettings): RateLimit => {
    const { points, seconds } = settings[limit];
    // A client far beyond the limit is blocked in memory, without a query. Not at the limit itself: successful
    // attempts are taken back, and the block would still refuse everybody at their address.
    const block = { inMemoryBlockOnConsumed: points * 2 };
    const limiter = new RateLimiterPostgres({
      ...rows,
      ...block,
      keyPrefix: normalLimits[limit].name,
      points,
      duration: seconds,
    });
    return {
      count: async (...key) => {
        try {
          await limiter.consume(toKey(key));
          return null;
        } catch (refused) {
          if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
          throw refused;
        }
      },
      takeBack: async (...key) => void (await limiter.reward(toKey(key))),
      reset: async (...key) => void (await limiter.delete(toKey(key))),
    };
  };
  const knownKeys = (keyPrefix: string, duration: number): KnownKeys => {
    const keys = new RateLimiterPostgres({ ...rows, keyPrefix, points: 1, duration });
    return {
      has: async (key) => (await keys.get(toKey([key]))) !== null,
      add: async (key) => void (await keys.set(toKey([key]), 1, duration)),
    };
  };
  return {
    secondFactorCodes: openGrowingPause(pool),
    signInPerAccount: counter("signInPerAccount"),
    signInPerAccountAnywhere: counter("signInPerAccountAnywhere"),
    signInPerDevice: counter("signInPerDevice"),
    credentialsPerUser: counter("credentialsPerUser"),
    signInPerAddress: counter("signInPerAddress"),
    registerPerAddress: counter("registerPerAddress"),
    passkeyChallengesPerAddress: counter("passkeyChallengesPerAddress"),
    resetPerAddress: counter("resetPerAddress"),
    resetPerEmail: counter("resetPerEmail"),
    withdrawalsPerAddress: counter("withdrawalsPerAddress"),
    withdrawalsPerOrder: counter("withdrawalsPerOrder"),
    downloadsPerUser: counter("downloadsPerUser"),
    papersPerUser: counter("papersPerUser"),
    messagesPerUser: counter("messagesPerUser"),
    reviewPhotosPerUser: counter("reviewPhotosPerUser"),
    reviewMarksPerUser: counter("reviewMarksPerUser"),
    questionsPerUser: counter("questionsPerUser"),
    stockAlertsPerAddress: counter("stockAlertsPerAddress"),
    stockAlertsPerEmail: counter("stockAlertsPerEmail"),
    mailsPerRecipient: counter("mailsPerRecipient"),
    paymentsPerUser: counter("paymentsPerUser"),
    checkoutsPerAddress: counter("checkoutsPerAddress"),
    discountCodes: counter("discountCodes"),
    requestsPerApiKey: counter("requestsPerApiKey"),
    webhooks: counter("webhooks"),
    webhooksPerAddress: counter("webhooksPerAddress"),
    webhookSenders: knownKeys("webhook-sender", sendersKnownFor),
    ordersWithSearches: knownKeys("order-searches", ordersKnownFor),
  };
}

/** What all counters have in common. */
function rowsIn(pool: pg.Pool) {
  return {
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    // A job deletes expired rows.
    clearExpiredByTimeout: false,
  };
}

/** Codes of a second factor: a few are free, and each further one waits for twice as long as the one before. */
function openGrowingPause(pool: pg.Pool): GrowingPause {
  const tries = new RateLimiterPostgres({
    ...rowsIn(pool),
    keyPrefix: "code-tries",
    points: Number.MAX_SAFE_INTEGER,
    duration: triesRememberedFor,
  });
  const pauses = new RateLimiterPostgres({ ...rowsIn(pool), keyPrefix: "code-pause", points: 1, duration: firstPause });
  return {
    count: async (...key) => {
      const { consumedPoints: number } = await tries.penalty(toKey(key));
      if (number <= freeTries) return { number };
      const customDuration = Math.min(longestPause, firstPause * 2 ** (number - freeTries - 1));
      try {
        // Of tries at the same moment, one begins the pause, and the others wait for its end.
        await pauses.consume(toKey(key), 1, { customDuration });
        return { number };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        await tries.reward(toKey(key));
        return { waitSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)) };
      }
    },
    reset: async (...key) => void (await Promise.all([tries.delete(toKey(key)), pauses.delete(toKey(key))])),
  };
}

/** Hashed, so that the table contains no e-mail addresses and no key is too long. */
function toKey(parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}
