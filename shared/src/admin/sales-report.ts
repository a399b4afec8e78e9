import { z } from "zod";
import type { CreditAct } from "../credit/credit.ts";
import { visitSteps } from "./visit-steps.ts";

/** What sales are counted by. */
export const salesGroups = ["product", "category", "brand", "country", "customer", "day", "hour"] as const;
export type SalesGroup = (typeof salesGroups)[number];

/** The most days of a report, and its most rows. */
const daysMax = 366;
export const reportRowsMax = 500;

const dayMs = 86_400_000;
const usualDays = 30;
const daySchema = z.iso.date("This is no day of the calendar; write 2026-02-28");

/** The days of a report, both included; the last thirty without them. */
const spanShape = {
  from: daySchema.optional().meta({ description: "The first day; 29 days before the last one without it." }),
  to: daySchema
    .optional()
    .meta({ description: "The last day; without it today, or the last of a year from the first day." }),
};
type Span = { from?: string | undefined; to?: string | undefined };

function refuseBadSpan({ from, to }: Span, context: z.core.$RefinementCtx): void {
  if (from === undefined || to === undefined) return;
  const days = countDays(from, to);
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
  if (days < 1) refuse("The last day is before the first");
  if (days > daysMax) refuse(`A report has at most ${daysMax} days`);
}

export const salesReportSchema = z
  .object({ by: z.enum(salesGroups, "There is no such report").default("product"), ...spanShape })
  .superRefine(refuseBadSpan);
export type AskedSales = z.output<typeof salesReportSchema>;

/** The way from a visit to a paid order; the last two are of orders. */
export const funnelSteps = [...visitSteps, "ordered", "paid"] as const;
export type FunnelStep = (typeof funnelSteps)[number];

export const visitStepSchema = z.object({ step: z.enum(visitSteps, "There is no such step") });

export const funnelReportSchema = z.object(spanShape).superRefine(refuseBadSpan);
export type AskedFunnel = z.output<typeof funnelReportSchema>;

export type FunnelRow = { step: FunnelStep; now: number; before: number };

/** How many visits went how far, and as many days before. */
export type FunnelReport = { span: ReportSpan; rows: FunnelRow[] };

export const stockReportSchema = z.object(spanShape).superRefine(refuseBadSpan);
export type AskedStock = z.output<typeof stockReportSchema>;

export const creditReportSchema = z.object(spanShape).superRefine(refuseBadSpan);
export type AskedCredit = z.output<typeof creditReportSchema>;

/** The days of a report, and as many before them. */
export type ReportSpan = { from: string; to: string; days: number; fromBefore: string; toBefore: string };

/** The days of a report that is asked for today; a year from a first day of long ago. */
export function spanOf({ from, to }: Span, today: string): ReportSpan {
  const first = from ?? daysLater(to ?? today, 1 - usualDays);
  const usualLast = first > today ? first : today;
  const last = to ?? (countDays(first, usualLast) > daysMax ? daysLater(first, daysMax - 1) : usualLast);
  const days = countDays(first, last);
  return { from: first, to: last, days, fromBefore: daysLater(first, -days), toBefore: daysLater(first, -1) };
}

export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** The orders, units and money of a group. Amounts in wire format. */
export type SalesSum = { orders: number; units: number; amount: number };

/** A group of sales with those of as many days before. `key` is the id of a product, brand or category. */
export type SalesRow = { key: string; name: string; now: SalesSum; before: SalesSum };

/** Sales by a group, the largest first, days and hours in their order. `isCut`: there are more groups. */
export type SalesReport = {
  span: ReportSpan;
  rows: SalesRow[];
  total: { now: SalesSum; before: SalesSum };
  isCut: boolean;
};

/** A product with its units in stock, what they come to at today's price, and how many were sold. */
export type StockRow = { product: string; name: string; stock: number; value: number; sold: number };

/** Products in stock, those that sell least first. `unsold`: how many of them were not sold at all. */
export type StockReport = {
  span: ReportSpan;
  rows: StockRow[];
  total: { products: number; stock: number; value: number; unsold: number };
};

/** What the shop owes now, and what moved in the days of the report. Amounts in wire format. */
export type CreditReport = {
  span: ReportSpan;
  owed: { customers: number; giftCards: number };
  rows: { act: CreditAct; now: number; before: number }[];
};
