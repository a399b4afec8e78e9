import type { DiscountDetail, DiscountLine, DiscountState } from "@shop/shared/discount/discount-schema";
import { toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { localTimeIn } from "@shop/shared/time-zone";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { discountCodes, discountPeriods, discountRules, discountRuleVersions } from "../../db/schema/discounts.ts";
import type { Admin } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";

type ListDeps = { db: Db; timeZone: string };

/** How many rules are listed. */
const listedMax = 500;

/** The rules, the newest first. */
export async function listRules(deps: ListDeps, admin: Admin<"products.read">): Promise<DiscountLine[]> {
  const rows = await readRows(deps.db, admin);
  return rows.map((row) => {
    const { _id, name, gives, needsCode, from, until, state, uses, given, codes, code, limits } = toDetail(row, deps);
    return { _id, name, gives, needsCode, from, until, state, uses, given, codes, code, usesMax: limits.usesMax };
  });
}

/** One rule with all that can be changed. Fails with NOT_FOUND. */
export async function readRule(deps: ListDeps, admin: Admin<"products.read">, id: string): Promise<DiscountDetail> {
  const [row] = isId(id) ? await readRows(deps.db, admin, eq(discountRules.id, id)) : [];
  if (row === undefined) throw notFound("Discount");
  return toDetail(row, deps);
}

function readRows(db: Db, _admin: Admin<"products.read">, isWanted?: SQL) {
  const ofRule = sql`from ${discountCodes} c where c.rule_id = ${discountRules}.id`;
  return db
    .select({
      rule: discountRules,
      terms: discountRuleVersions.terms,
      updatedAt: discountRuleVersions.createdAt,
      codes: sql<number>`(select count(*)::int ${ofRule})`,
      code: sql<string | null>`(select c.code ${ofRule} order by c.created_at, c.code limit 1)`,
      isShown: sql<boolean>`exists (
        select from ${discountPeriods} p where p.rule_id = ${discountRules}.id and p.ended_at is null
      )`,
      now: sql<Date>`now()`.mapWith(discountRules.createdAt),
    })
    .from(discountRules)
    .innerJoin(
      discountRuleVersions,
      and(eq(discountRuleVersions.ruleId, discountRules.id), eq(discountRuleVersions.version, discountRules.version)),
    )
    .where(isWanted)
    .orderBy(desc(discountRules.createdAt), desc(discountRules.id))
    .limit(listedMax);
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function toDetail(row: Row, { timeZone }: ListDeps): DiscountDetail {
  const { rule, terms, isShown, codes, code, now, updatedAt } = row;
  const local = (time: number | null) => (time === null ? null : localTimeIn(timeZone, new Date(time)));
  return {
    ...terms,
    _id: rule.id,
    version: rule.version,
    from: local(terms.from),
    until: local(terms.until),
    state: stateOf(row, now.getTime()),
    isShown,
    uses: rule.uses,
    given: toWire(rule.givenCents),
    codes,
    code,
    timeZone,
    updatedAt: updatedAt.toISOString(),
  };
}

function stateOf({ rule, terms }: Pick<Row, "rule" | "terms">, now: number): DiscountState {
  const { usesMax, budgetCents } = terms.limits;
  if (rule.stoppedAt !== null) return "stopped";
  if (terms.until !== null && terms.until <= now) return "ended";
  if ((usesMax !== null && rule.uses >= usesMax) || (budgetCents !== null && rule.givenCents >= budgetCents)) {
    return "used up";
  }
  return terms.from !== null && terms.from > now ? "planned" : "running";
}
