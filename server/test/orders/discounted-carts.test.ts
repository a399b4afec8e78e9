import { randomInt } from "node:crypto";
import type { DiscountGift, DiscountRule } from "@shop/shared/discount/discount-rule";
import { bestDiscounts, type OrderDiscounts } from "@shop/shared/discount/discounts";
import {
  type DiscountToOffer,
  type LineToDiscount,
  type OrderToDiscount,
  offerDiscounts,
} from "@shop/shared/discount/offer-discounts";
import { deliveryCharge, type OrderToPrice, type PriceParts, partsOf, priceOrder } from "@shop/shared/pricing";
import type { PriceTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import { describe, expect, it } from "vitest";
import { amountDue } from "../../src/domain/return/amount-due.ts";
import { toPaidOrder } from "../../src/domain/return/paid-order.ts";
import { randomFrom } from "../harness/random.ts";
import { openRandomCarts } from "../harness/random-carts.ts";
import { width } from "../harness/width.ts";

const seed = Number(process.env.CARTS_SEED ?? randomInt(2 ** 31));
const { whole, chance, pick, randomTerms, randomOrder } = openRandomCarts(randomFrom(seed));
/** A rate of 100 %. */
const hundred = 100_000;
const brands = ["acme", "best"] as const;
const ids = ["a", "b", "c", "d"] as const;

function randomGift(): DiscountGift {
  const rate = whole(1, hundred);
  return pick<DiscountGift>([
    { kind: "percentage", rate },
    { kind: "amount", cents: whole(1, 20_000) },
    { kind: "price", cents: whole(0, 5_000) },
    { kind: "buy and get", buy: whole(1, 3), get: whole(1, 3), rate },
    { kind: "delivery", upToCents: chance(0.5) ? null : whole(0, 2_000) },
  ]);
}

function randomRule(id: string): DiscountRule {
  const some = <Value>(values: readonly [Value, ...Value[]]) => (chance(0.3) ? [pick(values)] : []);
  return {
    id,
    version: 1,
    name: id,
    gives: randomGift(),
    goods: { products: some(["0", "1", "2"]), collections: [], categories: [], brands: some(brands), options: [] },
    conditions: {
      fromCents: chance(0.3) ? whole(0, 20_000) : 0,
      fromQty: chance(0.2) ? whole(0, 5) : 0,
      isFirstOrder: chance(0.2),
      customerTags: some(["regular"]),
      countries: some(["DE", "GB", "CA"]),
    },
    limits: {
      shareMax: chance(0.5) ? hundred : whole(1, hundred),
      marginMin: chance(0.5) ? null : whole(0, hundred),
      usesMax: null,
      usesPerCustomer: null,
      budgetCents: null,
    },
    needsCode: chance(0.5),
    from: null,
    until: null,
    combinesWith: ids.filter(() => chance(0.4)),
  };
}

const randomOffer = (id: string): DiscountToOffer => ({
  rule: randomRule(id),
  isEntered: chance(0.8),
  isStopped: chance(0.05),
  isUsedUp: chance(0.05),
  isUsedByCustomer: chance(0.05),
  budgetCents: chance(0.7) ? null : whole(0, 10_000),
});

type Case = { order: OrderToPrice; terms: PriceTerms; offers: DiscountToOffer[]; subject: OrderToDiscount };

function randomCase(): Case {
  const terms = randomTerms();
  const order = randomOrder(terms);
  const subject = {
    at: order.at,
    country: order.destination.country,
    isFirstOrder: chance(0.7),
    customerTags: chance(0.5) ? ["regular"] : [],
    lines: order.lines.map(
      ({ priceCents, qty }, n): LineToDiscount => ({
        priceCents,
        qty,
        costCents: chance(0.3) ? null : whole(0, priceCents * 2),
        product: { id: String(n), brand: pick(brands), categories: [], collections: [], options: [] },
      }),
    ),
  };
  return { order, terms, offers: ids.slice(0, whole(1, ids.length)).map(randomOffer), subject };
}

/** What is wrong with the discounts of a cart and its price, or nothing. */
function faultOf(random: Case): string | undefined {
  const { order, terms, offers, subject } = random;
  const { offered } = offerDiscounts(offers, subject);
  const given = bestDiscounts(offered, { lines: subject.lines, deliveryCents: deliveryCharge(order, terms) });
  const plain = partsOf(priceOrder(order, terms));
  const lines = priceOrder({ ...order, discounts: given }, terms);
  const parts = partsOf(lines);
  if (!lines.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)) return "an amount is no whole number";
  if (parts.totalCents < 0) return "below zero";
  const onTop = terms.pricesIncludeTax ? 0 : parts.taxCents;
  if (parts.totalCents !== parts.itemsCents - parts.discountCents + parts.shippingCents + onTop) return "parts";
  if (parts.itemsCents !== plain.itemsCents || parts.shippingCents !== plain.shippingCents) return "prices";
  if (parts.discountCents !== given.amount) return "what is given";
  return railFault(random, given) ?? refundFault(random, given, parts);
}

/** A line that is reduced beyond the share or the margin of each rule that reduces it, or a rule beyond its budget. */
function railFault({ offers, subject }: Case, { applied }: OrderDiscounts): string | undefined {
  for (const { id, amount } of applied) {
    const budgetCents = offers.find(({ rule }) => rule.id === id)?.budgetCents ?? null;
    if (budgetCents !== null && amount > budgetCents) return `budget of ${id}`;
  }
  for (const [n, { priceCents, qty, costCents }] of subject.lines.entries()) {
    const price = priceCents * qty;
    const rules = offers.filter(({ rule }) => applied.some(({ id, goods }) => id === rule.id && (goods[n] ?? 0) > 0));
    const left = price - applied.reduce((sum, { goods }) => sum + (goods[n] ?? 0), 0);
    const isWithin = ({ rule: { limits } }: DiscountToOffer) =>
      BigInt(price - left) * BigInt(hundred) <= BigInt(price) * BigInt(limits.shareMax) + BigInt(hundred) &&
      (limits.marginMin === null ||
        costCents === null ||
        BigInt(left - costCents * qty) * BigInt(hundred) >= BigInt(left) * BigInt(limits.marginMin));
    if (rules.length > 0 && !rules.some(isWithin)) return `limits of line ${n}`;
  }
  return undefined;
}

/** Whether what comes back unit by unit, in any steps, is refunded with what was paid. */
function refundFault({ order, terms }: Case, given: OrderDiscounts, parts: PriceParts): string | undefined {
  const { destination, at } = order;
  const items = order.lines.map((line, n) => ({
    ...line,
    productId: String(n),
    discountCents: given.goods[n] ?? 0,
  }));
  const priced = {
    ...parts,
    taxIncluded: terms.pricesIncludeTax,
    countryCode: destination.country,
    region: destination.region ?? "",
    createdAt: new Date(at),
  };
  const paid = toPaidOrder(priced, items, terms);
  const back = new Map<string, number>();
  let refunded = 0;
  for (const { productId, qty } of items) {
    for (let left = qty; left > 0; ) {
      const now = new Map([[productId, whole(1, left)]]);
      const units = now.get(productId) ?? 0;
      const due = amountDue(paid, back, now);
      if (due < 0) return "a refund below zero";
      refunded += due;
      left -= units;
      back.set(productId, (back.get(productId) ?? 0) + units);
    }
  }
  return refunded === parts.totalCents ? undefined : `refunded ${refunded} of ${parts.totalCents}`;
}

describe("any cart with any discounts", () => {
  it("is never below zero, never beyond a limit, exact in its parts, and refunded with what was paid", () => {
    const seen = { discounted: 0, combined: 0 };
    for (let cart = 0; cart < width.discountedCarts; cart += 1) {
      const random = randomCase();
      const fault = faultOf(random);
      if (fault !== undefined) expect.fail(`Seed ${seed}, ${fault}: ${JSON.stringify(random)}`);
      const { offered } = offerDiscounts(random.offers, random.subject);
      if (offered.length > 0) seen.discounted += 1;
      if (offered.length > 1) seen.combined += 1;
    }
    expect(seen.combined).toBeGreaterThan(width.discountedCarts / 20);
    expect(seen.discounted).toBeGreaterThan(width.discountedCarts / 5);
  }, 7_200_000);
});
