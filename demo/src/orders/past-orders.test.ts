import { describe, expect, it } from "vitest";
import { products } from "../catalog/products.ts";
import { reviewsOf } from "../catalog/reviews.ts";
import { type DemoOrder, pastOrders } from "./past-orders.ts";

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 4, 14, 15, 20);
const orders = pastOrders(now);
const steps = ["paid", "confirmed", "processed", "shipped", "delivered"] as const;

/** The current state of an order. */
function stateOf({ doneAt, releasedAt, attention }: DemoOrder): string {
  if (attention !== undefined) return attention;
  return steps.findLast((step) => doneAt[step] !== undefined) ?? (releasedAt === undefined ? "held" : "released");
}

describe("the demo shop's past", () => {
  it("is some hundreds of orders over half a year, oldest first", () => {
    expect(orders.length).toBeGreaterThan(500);
    expect(orders.length).toBeLessThan(1_100);
    expect(orders.map(({ place }) => place)).toEqual(orders.map((_, index) => index));
    expect(orders.map(({ placedAt }) => placedAt)).toEqual(
      orders.map(({ placedAt }) => placedAt).sort((a, b) => a - b),
    );
    expect(now - (orders[0]?.placedAt ?? now)).toBeGreaterThan(180 * day);
  });

  it("is the same for the same moment", () => {
    expect(pastOrders(now)).toEqual(orders);
  });

  it("grows, and is quieter at weekends", () => {
    const from = (daysAgo: number) => orders.filter(({ placedAt }) => placedAt > now - daysAgo * day).length;
    expect(from(90)).toBeGreaterThan((orders.length - from(90)) * 1.1);
    const onDays = (days: number[]) =>
      orders.filter(({ placedAt }) => days.includes(new Date(placedAt).getUTCDay())).length / days.length;
    expect(onDays([0, 6])).toBeLessThan(onDays([1, 2, 3, 4, 5]) * 0.9);
  });

  // Every state must be present at any hour and weekday.
  it.each(Array.from({ length: 24 }, (_, n) => n * 7))("has an order in every state %i hours into a week", (n) => {
    const at = now + n * hour;
    const then = pastOrders(at);
    const states = new Set(then.map(stateOf));
    const all = ["held", "released", ...steps, "paid twice", "stock gone"];
    expect(all.filter((state) => !states.has(state))).toEqual([]);
    for (const { placedAt, releasedAt, doneAt } of then) {
      const times = [placedAt, ...steps.map((step) => doneAt[step]).filter((time) => time !== undefined)];
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(Math.max(...times, releasedAt ?? 0)).toBeLessThanOrEqual(at);
    }
  });

  it("takes no step before the one that it follows", () => {
    for (const { doneAt } of orders) {
      const done = steps.map((step) => doneAt[step] !== undefined);
      expect(done).toEqual([...done].sort((a, b) => Number(b) - Number(a)));
    }
  });

  it("sells one to four products of the catalog an order, each once", () => {
    const slugs = new Set(products.map(({ slug }) => slug));
    for (const { lines } of orders) {
      expect(lines.length).toBeGreaterThanOrEqual(1);
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(new Set(lines.map(({ slug }) => slug)).size).toBe(lines.length);
      for (const { slug, qty } of lines) expect(slugs.has(slug) && qty >= 1 && qty <= 3).toBe(true);
    }
  });

  it("holds the purchases of many reviewers, made and delivered before they wrote", () => {
    const bought = new Map(
      orders.flatMap(({ customer, lines, doneAt }) =>
        lines.map(({ slug }) => [`${customer} ${slug}`, doneAt.delivered]),
      ),
    );
    const recent = products.flatMap((product) =>
      reviewsOf(product)
        .filter(({ daysAgo }) => daysAgo < 150)
        .map(({ person, daysAgo }) => ({ delivered: bought.get(`${person} ${product.slug}`), daysAgo })),
    );
    const verified = recent.filter(
      ({ delivered, daysAgo }) => delivered !== undefined && delivered < now - daysAgo * day,
    );
    expect(verified.length).toBeGreaterThan(recent.length * 0.35);
    expect(verified.length).toBeLessThan(recent.length * 0.7);
  });
});
