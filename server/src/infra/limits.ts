import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** How many tries within how many seconds. */
export type Limit = { points: number; seconds: number };

export type LimitSettings = {
  signInPerAccount: Limit;
  signInPerAddress: Limit;
  registerPerAddress: Limit;
  /** Payments that one customer starts or reports: each may ask the provider. */
  paymentsPerUser: Limit;
  /** Webhook events that are verified with the provider, all together. */
  webhooks: Limit;
};

/** One counted kind of attempt. */
export type RateLimit = {
  /** Counts a try; the seconds to wait when there were too many, else `null`. */
  count: (...key: string[]) => Promise<number | null>;
  /** Takes one counted try back. */
  takeBack: (...key: string[]) => Promise<void>;
  /** Forgets all tries. */
  forget: (...key: string[]) => Promise<void>;
};

export type Limits = Record<keyof LimitSettings, RateLimit>;

/** Counters that all instances share through the database. */
export function openLimits(pool: pg.Pool, settings: LimitSettings): Limits {
  const counter = (prefix: string, { points, seconds }: Limit): RateLimit => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix: prefix,
      points,
      duration: seconds,
      // A flood far beyond the limit is refused without asking the database again. Not right at the limit:
      // tries that turn out right are taken back, and this memory would go on refusing everybody at their address.
      inMemoryBlockOnConsumed: points * 2,
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
      forget: async (...key) => void (await limiter.delete(toKey(key))),
    };
  };
  return {
    signInPerAccount: counter("sign-in-account", settings.signInPerAccount),
    signInPerAddress: counter("sign-in-address", settings.signInPerAddress),
    registerPerAddress: counter("register", settings.registerPerAddress),
    paymentsPerUser: counter("payments", settings.paymentsPerUser),
    webhooks: counter("webhooks", settings.webhooks),
  };
}

/** Keys are hashed: the table needs no e-mail addresses, and none is too long. */
function toKey(parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}
