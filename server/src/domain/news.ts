import type { Limits } from "../infra/limits.ts";
import type { ProviderCall } from "../infra/paypal/http.ts";
import type { RefusalKind } from "./errors.ts";

/**
 * What has just happened in the shop, for the log and the counters of whoever
 * keeps it. It names people and things by id and never by what they wrote.
 * Amounts in cents; `by` is the acting person, `null` when the shop itself acts.
 */
export type News =
  | { event: "signed in" | "registered"; user: string }
  | { event: "too many tries"; limit: keyof Limits }
  | { event: "order placed"; user: string; order: string; totalCents: number }
  | { event: "payment captured"; order: string; providerOrder: string; amountCents: number; by: string | null }
  /** What was to bring money brought none, or none yet; the code says why. */
  | { event: "payment not made"; order: string; providerOrder: string; code: RefusalKind; by: string | null }
  /** Money came for an order that is paid already. */
  | { event: "paid again"; order: string; providerOrder: string; by: string | null }
  | { event: "refunded"; order: string; providerOrder: string; by: string | null }
  | ({ event: "provider asked" } & ProviderCall);

/** Passes on what has happened. Told after the commit, so that what is told is true. */
export type Tell = (news: News) => void;

/** Brings news from who has it to who wants it. */
export type Newsroom = { tell: Tell; follow: (listener: Tell) => void };

/** Opens a newsroom that nobody listens to yet. */
export function openNews(): Newsroom {
  const listeners: Tell[] = [];
  return {
    tell: (news) => {
      for (const listener of listeners) listener(news);
    },
    follow: (listener) => void listeners.push(listener),
  };
}
