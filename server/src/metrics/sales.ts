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
    help: "Attempts to bring a payment to its end that did not, by the code that says why",
    labels: ["code", "by"],
  });
  const troubled = metrics.counter({
    name: "shop_payments_troubled_total",
    help: "Money that came twice or went back",
    labels: ["event"],
  });
  const accounts = metrics.counter({
    name: "shop_sign_ins_total",
    help: "Sign-ins and registrations that went well",
    labels: ["event"],
  });
  const tooMany = metrics.counter({
    name: "shop_rate_limit_refusals_total",
    help: "Tries that a limit refused, by the limit",
    labels: ["limit"],
  });
  const asked = metrics.durations({
    name: "shop_provider_request_duration_seconds",
    help: "How long the payment provider took to answer, by call and status; none where no answer came",
    labels: ["call", "status"],
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
        return troubled({ event: event.type });
      case "signed in":
      case "registered":
        return accounts({ event: event.type });
      case "too many tries":
        return tooMany({ limit: event.limit });
      case "provider asked":
        return asked({ call: event.call, status: String(event.status ?? "none") }, event.ms / 1_000);
    }
  });
}
