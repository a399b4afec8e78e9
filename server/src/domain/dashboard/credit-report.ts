import { type AskedCredit, type CreditReport, daysLater, spanOf } from "@shop/shared/admin/sales-report";
import { type CreditAct, creditActs } from "@shop/shared/credit/credit";
import { toWire } from "@shop/shared/money";
import { dayOfTime } from "@shop/shared/time-zone";
import { and, gte, lt, sql } from "drizzle-orm";
import { creditTransfers } from "../../db/schema/credit-transfers.ts";
import { midnightIn } from "../../db/time.ts";
import type { Reader } from "../base/actor.ts";
import { readLiabilities } from "../store-credit/transfer.ts";
import type { ReportDeps } from "./sales-report.ts";

/** What the shop owes the holders of credit and gift cards now, and how that changed in some days and as many before. */
export async function readCreditReport(
  { db, shop: { timeZone } }: ReportDeps,
  _reader: Reader<"insights.read">,
  asked: AskedCredit,
): Promise<CreditReport> {
  const span = spanOf(asked, dayOfTime(timeZone, new Date()));
  const { act, amountCents, createdAt } = creditTransfers;
  const isNow = gte(createdAt, midnightIn(timeZone, span.from));
  const sumOf = (isIn: typeof isNow) =>
    sql<string>`coalesce(sum(${amountCents}) filter (where ${isIn}), 0)`.mapWith(Number);
  const [owed, rows] = await Promise.all([
    readLiabilities(db),
    db
      .select({ act, now: sumOf(isNow), before: sumOf(sql`not ${isNow}`) })
      .from(creditTransfers)
      .where(
        and(
          gte(createdAt, midnightIn(timeZone, span.fromBefore)),
          lt(createdAt, midnightIn(timeZone, daysLater(span.to, 1))),
        ),
      )
      .groupBy(act),
  ]);
  const byAct = new Map<CreditAct, (typeof rows)[number]>(rows.map((row) => [row.act, row]));
  return {
    span,
    owed: { customers: toWire(owed.customersCents), giftCards: toWire(owed.giftCardsCents) },
    rows: creditActs.map((each) => {
      const { now = 0, before = 0 } = byAct.get(each) ?? {};
      return { act: each, now: toWire(now), before: toWire(before) };
    }),
  };
}
