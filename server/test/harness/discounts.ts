import type { DiscountTerms } from "@shop/shared/discount/discount-rule";
import { z } from "zod";
import type { Member, Reply } from "./test-client.ts";

const unlimited: DiscountTerms["limits"] = {
  shareMax: 50_000,
  marginMin: 0,
  usesMax: null,
  usesPerCustomer: null,
  budgetCents: null,
};
const everything: DiscountTerms["goods"] = { products: [], collections: [], categories: [], brands: [], options: [] };
const always: DiscountTerms["conditions"] = {
  fromCents: 0,
  fromQty: 0,
  isFirstOrder: false,
  customerTags: [],
  countries: [],
};

/** What a test says of a rule; the rest is a tenth off everything for everybody. */
export type TestRule = {
  name?: string;
  gives?: DiscountTerms["gives"];
  goods?: Partial<DiscountTerms["goods"]>;
  conditions?: Partial<DiscountTerms["conditions"]>;
  limits?: Partial<DiscountTerms["limits"]>;
  /** A code that customers enter; a rule without one holds by itself. */
  code?: string;
  from?: string;
  until?: string;
  combinesWith?: string[];
  isConfirmed?: boolean;
};

/** The input that makes a rule. */
export function ruleOf({ goods, conditions, limits, code, ...more }: TestRule) {
  return {
    name: "Ten percent",
    gives: { kind: "percentage", rate: 10_000 },
    from: null,
    until: null,
    combinesWith: [],
    ...more,
    goods: { ...everything, ...goods },
    conditions: { ...always, ...conditions },
    limits: { ...unlimited, ...limits },
    needsCode: code !== undefined,
    code: code ?? null,
  };
}

const detailSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  uses: z.int(),
  given: z.number(),
  state: z.string(),
});
export type SeenRule = z.infer<typeof detailSchema>;

/** Asks for a rule to be made, as an administrator does. */
export function makeRule(admin: Member, rule: TestRule): Promise<Reply> {
  return admin.trpc("mutation", "admin.discounts.create", ruleOf(rule));
}

/** The rule that an answer has. */
export function seenRule({ status, body }: Reply): SeenRule {
  if (status !== 200) throw new Error(`no rule: ${status} ${JSON.stringify(body)}`);
  return detailSchema.parse(body);
}

/** A rule as it is now. */
export async function readRule(admin: Member, id: string): Promise<SeenRule> {
  return seenRule(await admin.trpc("query", "admin.discounts.byId", { id }));
}

/** Stops a rule, or lets it hold again. */
export async function stopRule(admin: Member, id: string, isStopped = true): Promise<SeenRule> {
  return seenRule(await admin.trpc("mutation", "admin.discounts.stop", { id, isStopped }));
}
