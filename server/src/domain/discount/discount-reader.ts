import { isCode } from "@shop/shared/discount/code";
import type { DiscountRule, DiscountTerms } from "@shop/shared/discount/discount-rule";
import type { DiscountToOffer } from "@shop/shared/discount/offer-discounts";
import { and, eq, or, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { discountCodes, discountRules, discountRuleVersions, orderDiscounts } from "../../db/schema/discounts.ts";
import { orders } from "../../db/schema/orders.ts";

/** Who is offered discounts; null for nobody who is known. */
export type DiscountCustomer = { id: string; email: string } | null;

/** A rule as it stands, with the code that was entered for it. */
export type KnownDiscount = DiscountToOffer & { code: string | null };

/** What one statement says of the rules that hold now and of those whose codes a customer has entered. */
export type LiveDiscounts = { rows: readonly Row[]; codes: readonly string[] };

/** The rules that may hold for a customer, and the entered codes that are of no rule. */
export type KnownDiscounts = { discounts: KnownDiscount[]; unknownCodes: string[] };

/** Versions that are remembered; the orders of a shop name few. */
const versionsMax = 1_000;

type Row = {
  id: string;
  version: number;
  isStopped: boolean;
  uses: number;
  givenCents: string;
  code: string | null;
  codeUses: number | null;
  codeUsesMax: number | null;
  ownUses: number;
};

const given = sql.placeholder;

/** The accounts and guests with a customer's e-mail: a guest is a customer of their own for each purchase. */
export const sameCustomer = sql`(
  select u.id from ${users} u
  where u.id = ${given("userId")}::uuid or u.email = ${given("email")} or u.guest_email = ${given("email")}
)`;

const liveDiscounts = preparedSql<Row>(
  "live_discounts",
  sql`
    with entered as (
      select distinct on (rule_id) rule_id, code, uses, uses_max from ${discountCodes}
      where code = any(${given("codes")}::text[]) order by rule_id, uses_max nulls first, code
    ), own as (
      select d.rule_id, count(*)::int as uses from ${orders} o join ${orderDiscounts} d on d.order_id = o.id
      where o.user_id in ${sameCustomer} and d.is_counted group by d.rule_id
    )
    select r.id, r.version, r.stopped_at is not null as "isStopped", r.uses, r.given_cents::text as "givenCents",
      e.code, e.uses as "codeUses", e.uses_max as "codeUsesMax", coalesce(own.uses, 0) as "ownUses"
    from ${discountRules} r left join entered e on e.rule_id = r.id left join own on own.rule_id = r.id
    where r.stopped_at is null or e.rule_id is not null`,
);

/** Reads the discount rules of one database. A version is never changed, so that each is read once. */
export class DiscountReader {
  readonly #versions = new Map<string, DiscountRule>();

  /** Begins to read, with one statement that can be sent together with others. Codes are as `toCode` gives them. */
  async live(db: Db, customer: DiscountCustomer, codes: readonly string[]): Promise<LiveDiscounts> {
    const { id: userId, email } = customer ?? { id: null, email: null };
    const { rows } = await liveDiscounts(db).execute({ codes: codes.filter(isCode), userId, email });
    return { rows, codes };
  }

  /** The rules that `live` has found, with what they say. */
  async read(db: Db, { rows, codes }: LiveDiscounts): Promise<KnownDiscounts> {
    await this.#learn(db, rows);
    const discounts = rows.map((row) => toKnown(row, this.#known(row.id, row.version)));
    const known = new Set(discounts.map(({ code }) => code));
    const isOfRule = async (code: string) => known.has(code) || (await this.#hasRule(db, code));
    const unknownCodes: string[] = [];
    for (const code of codes) if (!(await isOfRule(code))) unknownCodes.push(code);
    return { discounts, unknownCodes };
  }

  /** The rules of versions that an order names. */
  async ofVersions(db: Db, versions: readonly { id: string; version: number }[]): Promise<DiscountRule[]> {
    await this.#learn(db, versions);
    return versions.map(({ id, version }) => this.#known(id, version));
  }

  /** Another code of the same rule may have been entered as well. */
  async #hasRule(db: Db, code: string): Promise<boolean> {
    return isCode(code) && (await db.$count(discountCodes, eq(discountCodes.code, code))) > 0;
  }

  async #learn(db: Db, versions: readonly { id: string; version: number }[]): Promise<void> {
    const missing = versions.filter(({ id, version }) => !this.#versions.has(keyOf(id, version)));
    if (missing.length === 0) return;
    if (this.#versions.size >= versionsMax) this.#versions.clear();
    const { ruleId, version } = discountRuleVersions;
    const rows = await db
      .select()
      .from(discountRuleVersions)
      .where(or(...missing.map((each) => and(eq(ruleId, each.id), eq(version, each.version)))));
    for (const row of rows) this.#versions.set(keyOf(row.ruleId, row.version), toRule(row));
  }

  #known(id: string, version: number): DiscountRule {
    const rule = this.#versions.get(keyOf(id, version));
    if (rule === undefined) throw new Error(`There is no version ${version} of the discount rule ${id}`);
    return rule;
  }
}

const keyOf = (id: string, version: number) => `${id} ${version}`;

type VersionRow = { ruleId: string; version: number; terms: DiscountTerms };

/** A rule of a row of its versions. */
export function toRule({ ruleId, version, terms }: VersionRow): DiscountRule {
  return { ...terms, id: ruleId, version };
}

function toKnown(row: Row, rule: DiscountRule): KnownDiscount {
  const { usesMax, usesPerCustomer, budgetCents } = rule.limits;
  const isCodeUsedUp = row.codeUsesMax !== null && (row.codeUses ?? 0) >= row.codeUsesMax;
  return {
    rule,
    code: row.code,
    isEntered: row.code !== null,
    isStopped: row.isStopped,
    isUsedUp: isCodeUsedUp || (usesMax !== null && row.uses >= usesMax),
    isUsedByCustomer: usesPerCustomer !== null && row.ownUses >= usesPerCustomer,
    budgetCents: budgetCents === null ? null : budgetCents - Number(row.givenCents),
  };
}
