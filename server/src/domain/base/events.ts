import type { MailKind } from "@shop/shared/mail";
import type { Limits } from "../../infra/limits.ts";
import type { ProviderCall } from "../../infra/payment-provider.ts";
import type { WebhookAttempt } from "../../infra/webhook-sender.ts";
import type { RefusalKind } from "./errors.ts";

/**
 * Domain events for the log and the metrics. Entities are named by id, never by personal data.
 * Amounts in cents. `by` is the acting user's id, `null` for the shop itself.
 */
export type DomainEvent =
  | {
      type: "signed in" | "registered" | "guest began" | "order opened by link" | "password reset" | "account deleted";
      user: string;
    }
  | { type: "too many tries"; limit: keyof Limits }
  | { type: "order placed"; user: string; order: string; totalCents: number }
  | { type: "payment captured"; order: string; providerOrder: string; amountCents: number; by: string | null }
  /** An attempt to pay brought no money, or none yet; the code says why. */
  | { type: "payment not made"; order: string; providerOrder: string; code: RefusalKind; by: string | null }
  /** Money was captured for an order that is paid already. */
  | { type: "paid again"; order: string; providerOrder: string; by: string | null }
  | { type: "refunded"; order: string; providerOrder: string; by: string | null }
  | ({ type: "provider asked" } & ProviderCall)
  | ({ type: "webhook sent" } & WebhookAttempt)
  | { type: "mail sent"; mail: string; kind: MailKind };

/** Emits a domain event. Called after the commit, so that the event is true. */
export type Emit = (event: DomainEvent) => void;

export type EventBus = { emit: Emit; on: (listener: Emit) => void };

/** Creates an event bus without listeners. */
export function openEventBus(): EventBus {
  const listeners: Emit[] = [];
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    on: (listener) => void listeners.push(listener),
  };
}
