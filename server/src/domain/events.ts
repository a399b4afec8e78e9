import type { Limits } from "../infra/limits.ts";
import type { ProviderCall } from "../infra/paypal/http.ts";
import type { RefusalKind } from "./errors.ts";

/**
 * What has just happened in the shop, for the log and the counters of whoever
 * keeps it. It names people and things by id and never by what they wrote.
 * Amounts in cents; `by` is the acting person, `null` when the shop itself acts.
 */
export type DomainEvent =
  | { type: "signed in" | "registered"; user: string }
  | { type: "too many tries"; limit: keyof Limits }
  | { type: "order placed"; user: string; order: string; totalCents: number }
  | { type: "payment captured"; order: string; providerOrder: string; amountCents: number; by: string | null }
  /** What was to bring money brought none, or none yet; the code says why. */
  | { type: "payment not made"; order: string; providerOrder: string; code: RefusalKind; by: string | null }
  /** Money came for an order that is paid already. */
  | { type: "paid again"; order: string; providerOrder: string; by: string | null }
  | { type: "refunded"; order: string; providerOrder: string; by: string | null }
  | ({ type: "provider asked" } & ProviderCall);

/** Passes on what has happened. Told after the commit, so that what is told is true. */
export type Emit = (event: DomainEvent) => void;

/** Brings news from who has it to who wants it. */
export type EventBus = { emit: Emit; on: (listener: Emit) => void };

/** Opens a newsroom that nobody listens to yet. */
export function openEventBus(): EventBus {
  const listeners: Emit[] = [];
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    on: (listener) => void listeners.push(listener),
  };
}
