import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** At most `points` attempts within `seconds`. */
export type Limit = { points: number; seconds: number };

export type LimitSettings = {
  /** Failed sign-ins to one account from one address. */
  signInPerAccount: Limit;
  /** Failed sign-ins to one account from all addresses together, known devices excepted. */
  signInPerAccountAnywhere: Limit;
  /** Failed sign-ins to its account from a device that has signed in to it before. */
  signInPerDevice: Limit;
  /** Failed sign-ins from one address to all accounts. */
  signInPerAddress: Limit;
  /** Changes of password, e-mail, passkeys or authenticator app of one user: a password is hashed, and an e-mail shows whether an account has it. */
  credentialsPerUser: Limit;
  registerPerAddress: Limit;
  /** Challenges for sign-ins with passkeys to one address; each is a row. Opening Sign In asks for one. */
  passkeyChallengesPerAddress: Limit;
  /** Requests for a new password and entered codes from one address. */
  resetPerAddress: Limit;
  /** Requests for a new password for one e-mail, whether or not it has an account. */
  resetPerEmail: Limit;
  /** Declarations of withdrawal from one address. */
  withdrawalsPerAddress: Limit;
  /** Declarations of withdrawal with one order number and e-mail, whether or not there is such an order. */
  withdrawalsPerOrder: Limit;
  /** Downloads of all data of one user, each of which reads many rows. */
  downloadsPerUser: Limit;
  /** Files of invoices and packing slips of one user, each of which takes a process. */
  papersPerUser: Limit;
  /** Messages of one customer; each goes to all admins by mail. */
  messagesPerUser: Limit;
  /** Photos that one customer uploads for reviews; each takes the image process. */
  reviewPhotosPerUser: Limit;
  /** Votes and reports of one customer about reviews. */
  reviewMarksPerUser: Limit;
  /** Requests for stock alerts from one address. */
  stockAlertsPerAddress: Limit;
  /** Requests for stock alerts to one e-mail that has to confirm them; each sends it a mail. */
  stockAlertsPerEmail: Limit;
  /** Mails that anybody can cause to an address of which no owner is known. */
  mailsPerRecipient: Limit;
  /** Payments that one customer starts or reports; each may call the provider. */
  paymentsPerUser: Limit;
  /** Requests with one API key. */
  requestsPerApiKey: Limit;
  /** Webhook events that turn out as forged: of all senders together that never sent a genuine one, and of each other. */
  webhooks: Limit;
  /** The same of one sender that never sent a genuine one. */
  webhooksPerAddress: Limit;
};

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

/** Counters that all instances share through the database. */
export function openLimits(pool: pg.Pool, settings: LimitSettings): Limits {
  const rows = rowsIn(pool);
  const counter = (prefix: string, { points, seconds }: Limit): RateLimit => {
    // A client far beyond the limit is blocked in memory, without a query. Not at the limit itself: successful
    // attempts are taken back, and the block would still refuse everybody at their address.
    const block = { inMemoryBlockOnConsumed: points * 2 };
    const limiter = new RateLimiterPostgres({ ...rows, ...block, keyPrefix: prefix, points, duration: seconds });
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
  const senders = new RateLimiterPostgres({
    ...rows,
    keyPrefix: "webhook-sender",
    points: 1,
    duration: sendersKnownFor,
  });
  return {
    secondFactorCodes: openGrowingPause(pool),
    signInPerAccount: counter("sign-in-account", settings.signInPerAccount),
    signInPerAccountAnywhere: counter("sign-in-account-anywhere", settings.signInPerAccountAnywhere),
    signInPerDevice: counter("sign-in-device", settings.signInPerDevice),
    credentialsPerUser: counter("credentials", settings.credentialsPerUser),
    signInPerAddress: counter("sign-in-address", settings.signInPerAddress),
    registerPerAddress: counter("register", settings.registerPerAddress),
    passkeyChallengesPerAddress: counter("passkey-challenges", settings.passkeyChallengesPerAddress),
    resetPerAddress: counter("reset-address", settings.resetPerAddress),
    resetPerEmail: counter("reset-email", settings.resetPerEmail),
    withdrawalsPerAddress: counter("withdrawal-address", settings.withdrawalsPerAddress),
    withdrawalsPerOrder: counter("withdrawal-order", settings.withdrawalsPerOrder),
    downloadsPerUser: counter("downloads", settings.downloadsPerUser),
    papersPerUser: counter("papers", settings.papersPerUser),
    messagesPerUser: counter("messages", settings.messagesPerUser),
    reviewPhotosPerUser: counter("review-photos", settings.reviewPhotosPerUser),
    reviewMarksPerUser: counter("review-marks", settings.reviewMarksPerUser),
    stockAlertsPerAddress: counter("stock-alert-address", settings.stockAlertsPerAddress),
    stockAlertsPerEmail: counter("stock-alert-email", settings.stockAlertsPerEmail),
    mailsPerRecipient: counter("mail-recipient", settings.mailsPerRecipient),
    paymentsPerUser: counter("payments", settings.paymentsPerUser),
    requestsPerApiKey: counter("api-key", settings.requestsPerApiKey),
    webhooks: counter("webhooks", settings.webhooks),
    webhooksPerAddress: counter("webhook-address", settings.webhooksPerAddress),
    webhookSenders: {
      has: async (key) => (await senders.get(toKey([key]))) !== null,
      add: async (key) => void (await senders.set(toKey([key]), 1, sendersKnownFor)),
    },
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
