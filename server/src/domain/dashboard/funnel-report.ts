import {
  type AskedFunnel,
  daysLater,
  type FunnelReport,
  funnelSteps,
  type ReportSpan,
  spanOf,
} from "@shop/shared/admin/sales-report";
import { dayOfTime } from "@shop/shared/time-zone";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { visitDays } from "../../db/schema/operations.ts";
import { orders } from "../../db/schema/orders.ts";
import { midnightIn } from "../../db/time.ts";
import type { Reader } from "../base/actor.ts";
import type { ReportDeps } from "./sales-report.ts";

const rowSchema = z.object({ step: z.enum(funnelSteps), now: z.coerce.number(), before: z.coerce.number() });

/**
 * How many visits of some days went how far, with those of as many days before. The last two steps are the orders that were
 * placed in these days, and those of them that are paid by now.
 */
export async function readFunnelReport(
  { db, shop: { timeZone } }: ReportDeps,
  _reader: Reader<"insights.read">,
  asked: AskedFunnel,
): Promise<FunnelReport> {
  const span = spanOf(asked, dayOfTime(timeZone, new Date()));
  const { rows } = await db.execute(sql`
    with placed as (${placedIn(span, timeZone)})
    select step, coalesce(sum(count) filter (where day >= ${span.from}::date), 0) as now,
      coalesce(sum(count) filter (where day < ${span.from}::date), 0) as before
    from ${visitDays} where day between ${span.fromBefore}::date and ${span.to}::date group by step
    union all
    select 'ordered', count(*) filter (where is_now), count(*) filter (where not is_now) from placed
    union all
    select 'paid', count(*) filter (where is_now), count(*) filter (where not is_now) from placed where is_paid`);
  const found = new Map(
    z
      .array(rowSchema)
      .parse(rows)
      .map((row) => [row.step, row]),
  );
  return { span, rows: funnelSteps.map((step) => found.get(step) ?? { step, now: 0, before: 0 }) };
}

function placedIn({ from, to, fromBefore }: ReportSpan, timeZone: string) {
  const midnight = (day: string) => midnightIn(timeZone, day);
  return sql`
    select created_at >= ${midnight(from)} as is_now, paid_at is not null as is_paid from ${orders}
    where created_at >= ${midnight(fromBefore)} and created_at < ${midnight(daysLater(to, 1))}`;
}
