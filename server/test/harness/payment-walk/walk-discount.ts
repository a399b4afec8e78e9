import type { DiscountTerms } from "@shop/shared/discount/discount-rule";
import { uuidv7 } from "uuidv7";
import { discountCodes, discountRules, discountRuleVersions } from "../../../src/db/schema/discounts.ts";
import type { World } from "./world.ts";

const walkedRule: DiscountTerms = {
  name: "A tenth",
  gives: { kind: "percentage", rate: 10_000 },
  goods: { products: [], collections: [], categories: [], brands: [], options: [] },
  conditions: { fromCents: 0, fromQty: 0, isFirstOrder: false, customerTags: [], countries: [] },
  limits: { shareMax: 50_000, marginMin: null, usesMax: null, usesPerCustomer: null, budgetCents: null },
  needsCode: true,
  from: null,
  until: null,
  combinesWith: [],
};

/** A discount that so few orders may use that those of one schedule want the same use. Gives its code. */
export async function addDiscount({ instances }: World, seed: number, usesMax: number): Promise<string> {
  const { db } = instances[0].deps;
  const code = `WALK-${seed}`;
  const ruleId = uuidv7();
  const terms = { ...walkedRule, limits: { ...walkedRule.limits, usesMax } };
  await db.insert(discountRules).values({ id: ruleId });
  await db.insert(discountRuleVersions).values({ ruleId, version: 1, terms });
  await db.insert(discountCodes).values({ code, ruleId });
  return code;
}
