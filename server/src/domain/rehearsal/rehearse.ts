import { type Proposal, type RehearsalResult, rehearsedDays, rehearsedOrdersMax } from "@shop/shared/admin/rehearsal";
import type { DiscountRule } from "@shop/shared/discount/discount-rule";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { Db } from "../../db/client.ts";
import { readProductFacts } from "../catalog/product-facts.ts";
import type { DiscountReader } from "../discount/discount-reader.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import { type PastOrder, readPastOrders, sinceOfNewest } from "./past-orders.ts";
import { priceAsPlaced, priceAsProposed, type ReplayFacts, Uses } from "./replay.ts";
import { Tally } from "./tally.ts";

export type RehearseDeps = { db: Db; terms: TermsReader; discounts: DiscountReader };

const dayMs = 86_400_000;

/**
 * What a change would have made of the orders of the last 90 days, of the newest ones where there are too many: each is
 * priced as it was placed, and as the change would have had it. `onBatch` is told how many were looked at, and ends the work
 * by throwing.
 */
export async function rehearse(
  deps: RehearseDeps,
  proposal: Proposal,
  onBatch: (looked: number) => Promise<void>,
): Promise<RehearsalResult> {
  const { db } = deps;
  const now = Date.now();
  const since = await sinceOfNewest(db, new Date(now - rehearsedDays * dayMs), rehearsedOrdersMax);
  const tally = new Tally();
  const uses = new Uses();
  const ratesAt = ratesTimeOf(proposal, now);
  let [first, last]: (PastOrder | undefined)[] = [];
  const asksForCustomer = proposal.kind === "discount";
  for await (const batch of readPastOrders(db, { since, asksForCustomer }, rehearsedOrdersMax)) {
    const facts = { ...(await readFacts(deps, batch, proposal)), ratesAt };
    for (const order of batch) {
      const before = priceAsPlaced(order, facts);
      if (before !== null) tally.add(order, before, priceAsProposed(order, proposal, facts, uses));
    }
    first ??= batch[0];
    last = batch.at(-1);
    await onBatch(tally.result.all.before.orders);
  }
  return {
    ...tally.result,
    from: first?.createdAt.toISOString() ?? null,
    until: last?.createdAt.toISOString() ?? null,
    days: Math.max(1, Math.ceil((now - Math.max(since.getTime(), now - rehearsedDays * dayMs)) / dayMs)),
    ratesOf: ratesAt > now ? new Date(ratesAt).toISOString() : null,
  };
}

/** New rates are tried as they will be once the last of them has begun. */
function ratesTimeOf(proposal: Proposal, now: number): number {
  if (proposal.kind !== "terms of sale") return now;
  const starts = proposal.terms.taxRates.flatMap(({ from }) => (from === null ? [] : [Date.parse(from)]));
  return Math.max(now, ...starts);
}

async function readFacts(
  { db, terms, discounts }: RehearseDeps,
  batch: readonly PastOrder[],
  proposal: Proposal,
): Promise<Omit<ReplayFacts, "ratesAt">> {
  const termsByVersion = new Map<number, TermsOfSale>();
  for (const version of new Set(batch.map(({ termsVersion }) => termsVersion))) {
    termsByVersion.set(version, (await terms.ofVersion(db, version)).terms);
  }
  const rules = new Map<string, DiscountRule[]>();
  for (const { id, discounts: named } of batch) {
    if (named.length === 0) continue;
    const versions = named.map(({ ruleId, ruleVersion }) => ({ id: ruleId, version: ruleVersion }));
    rules.set(id, await discounts.ofVersions(db, versions));
  }
  const proposed = proposal.kind === "discount" ? [proposal.terms] : [];
  const goods = [...proposed, ...[...rules.values()].flat()].map((rule) => ({ rule }));
  const ids = [...new Set(batch.flatMap(({ items }) => items.map(({ productId }) => productId)))];
  return {
    termsOf: ({ termsVersion }) => {
      const found = termsByVersion.get(termsVersion);
      if (found === undefined) throw new Error("an order without its terms");
      return found;
    },
    rulesOf: ({ id }) => rules.get(id) ?? [],
    products: goods.length === 0 ? new Map() : await readProductFacts(db, ids, goods),
  };
}
