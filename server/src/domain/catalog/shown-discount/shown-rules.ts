import type { DiscountRule, DiscountTerms } from "@shop/shared/discount/discount-rule";
import { sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../../db/client.ts";
import { discountPeriods, discountRuleVersions } from "../../../db/schema/discounts.ts";

/** A rule that products are, or were, shown with, from when until when (ms since 1970); null while they are. */
export type ShownPeriod = { rule: DiscountRule; from: number; until: number | null };

/** Whether products are shown with discounts, as a column that costs one look into an index for a whole statement. */
export const hasDiscountsColumn = sql<boolean>`(
  exists (select from ${discountPeriods} where ended_at is null)
)`.as("has_discounts");

type Row = { id: string; version: number; terms: DiscountTerms; from: string; until: string | null };

const ms = (column: string) => sql.raw(`floor(extract(epoch from p.${column}) * 1000)::text`);

/** Those that hold first, then those of the thirty days before the oldest of them and of the reductions that it may have grown from. */
const shownPeriods = preparedSql<Row>(
  "shown_discount_periods",
  sql`
    select v.rule_id as id, v.version, v.terms, ${ms("began_at")} as "from", ${ms("ended_at")} as until
    from ${discountPeriods} p
      join ${discountRuleVersions} v on v.rule_id = p.rule_id and v.version = p.rule_version
    where p.ended_at is null or p.ended_at > (
      select min(open.began_at) - interval '150 days' from ${discountPeriods} open where open.ended_at is null
    )
    order by p.ended_at is not null, p.number desc limit 200`,
);

/** The rules that products are shown with now, and those of the time before that their lowest prices depend on. */
export async function readShownPeriods(db: Db): Promise<ShownPeriod[]> {
  const { rows } = await shownPeriods(db).execute({});
  return rows.map(({ id, version, terms, from, until }) => ({
    rule: { ...terms, id, version },
    from: Number(from),
    until: until === null ? null : Number(until),
  }));
}
