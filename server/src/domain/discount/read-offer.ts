import type { DiscountRule } from "@shop/shared/discount/discount-rule";
import type { DiscountToOffer } from "@shop/shared/discount/offer-discounts";
import type { Db } from "../../db/client.ts";
import type { StoredDiscount } from "../../db/schema/discounts.ts";
import { type ProductFacts, readProductFacts } from "../catalog/product-facts.ts";
import { type CustomerFacts, readCustomerFacts } from "./discount-facts.ts";
import type {
  DiscountCustomer,
  DiscountReader,
  KnownDiscount,
  KnownDiscounts,
  LiveDiscounts,
} from "./discount-reader.ts";

/** All that decides which discounts an order is offered, apart from its price. */
export type DiscountOffer = {
  known: KnownDiscounts;
  customer: CustomerFacts;
  products: ReadonlyMap<string, ProductFacts>;
};

type OfferedTo = { customer: DiscountCustomer; live: LiveDiscounts; productIds: readonly string[] };

/** The discounts that an order with some products is offered; `undefined` if there are none, which costs no statement. */
export async function readOffer(
  db: Db,
  reader: DiscountReader,
  { customer, live, productIds }: OfferedTo,
): Promise<DiscountOffer | undefined> {
  if (live.rows.length + live.codes.length === 0) return undefined;
  const known = await reader.read(db, live);
  const { discounts } = known;
  return {
    known,
    customer: await readCustomerFacts(db, customer, discounts),
    products: discounts.some(asksForProducts) ? await readProductFacts(db, productIds, discounts) : new Map(),
  };
}

/**
 * The discounts that an order keeps while it is edited: those that it has, by the versions that it names. What was asked of
 * its customer and of the time held when it was placed; what is asked of its goods and its country must still hold.
 */
export async function readOfferAgain(
  db: Db,
  reader: DiscountReader,
  stored: readonly StoredDiscount[],
  productIds: readonly string[],
): Promise<DiscountOffer | undefined> {
  if (stored.length === 0) return undefined;
  const rules = await reader.ofVersions(
    db,
    stored.map(({ ruleId, ruleVersion }) => ({ id: ruleId, version: ruleVersion })),
  );
  const discounts = rules.map((rule): KnownDiscount => {
    const code = stored.find(({ ruleId }) => ruleId === rule.id)?.code ?? null;
    return { ...asGiven(rule), code };
  });
  return {
    known: { discounts, unknownCodes: [] },
    customer: { isFirstOrder: false, customerTags: [] },
    products: discounts.some(asksForProducts) ? await readProductFacts(db, productIds, discounts) : new Map(),
  };
}

/** A rule that an order has: what was asked of its customer and of the time held when it was placed. */
export function asGiven(rule: DiscountRule): DiscountToOffer {
  const conditions = { ...rule.conditions, customerTags: [], isFirstOrder: false };
  return {
    rule: { ...rule, conditions, from: null, until: null },
    isEntered: true,
    isStopped: false,
    isUsedUp: false,
    isUsedByCustomer: false,
    budgetCents: null,
  };
}

function asksForProducts({ rule: { goods, limits } }: KnownDiscount): boolean {
  return limits.marginMin !== null || Object.values(goods).some((ids) => ids.length > 0);
}
