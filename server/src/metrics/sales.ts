import type { Services } from "../http/context.ts";
import type { Metrics } from "./registry.ts";

/** Counts domain events; each process counts its own. */
export function measureSales(metrics: Metrics, services: Services): void {
  const placed = metrics.counter({ name: "shop_orders_placed_total", help: "Orders placed" });
  const placedCents = metrics.counter({
    name: "shop_orders_placed_cents_total",
    help: "Totals of the orders placed, in cents",
  });
  const captured = metrics.counter({ name: "shop_payments_captured_total", help: "Orders that were paid" });
  const capturedCents = metrics.counter({
    name: "shop_revenue_captured_cents_total",
    help: "Money received for orders, in cents",
  });
  const notMade = metrics.counter({
    name: "shop_payments_not_made_total",
    help: "Payment attempts that brought no money, or none yet, by code and by who made them",
    labels: ["code", "by"],
  });
  const irregular = metrics.counter({
    name: "shop_payments_troubled_total",
    help: "Second payments and refunds, by event",
    labels: ["event"],
  });
  const accounts = metrics.counter({
    name: "shop_sign_ins_total",
    help: "Successful sign-ins and registrations",
    labels: ["event"],
  });
  const tooMany = metrics.counter({
    name: "shop_rate_limit_refusals_total",
    help: "Attempts that a rate limit refused, by limit",
    labels: ["limit"],
  });
  const observeProviderCall = metrics.durations({
    name: "shop_provider_request_duration_seconds",
    help: "Response times of the payment providers, by provider, call and status; none without a response",
    labels: ["provider", "call", "status"],
  });
  const mailsSent = metrics.counter({
    name: "shop_mails_sent_total",
    help: "Mails that the mail server took, by kind",
    labels: ["kind"],
  });
  const webhooksSent = metrics.counter({
    name: "shop_webhook_attempts_total",
    help: "Attempts to send a webhook, by how they ended",
    labels: ["outcome"],
  });
  services.on((event) => {
    switch (event.type) {
      case "order placed":
        placed({});
        return placedCents({}, event.totalCents);
      case "payment captured":
        captured({});
        return capturedCents({}, event.amountCents);
      case "payment not made":
        return notMade({ code: event.code, by: event.by === null ? "shop" : "buyer" });
      case "paid again":
      case "refunded":
        return irregular({ event: event.type });
      case "signed in":
      case "registered":
      case "password reset":
        return accounts({ event: event.type });
      case "account deleted":
        return;
      case "too many tries":
        return tooMany({ limit: event.limit });
      case "mail sent":
        return mailsSent({ kind: event.kind });
      case "webhook sent":
        return webhooksSent({ outcome: event.outcome });
      case "provider asked": {
        const { provider, call, status = "none" } = event;
        return observeProviderCall({ provider, call, status: String(status) }, event.ms / 1_000);
      }
    }
  });
}
