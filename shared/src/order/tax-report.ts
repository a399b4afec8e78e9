import { z } from "zod";

/** The most months of a report. */
const monthsMax = 36;
const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "A month is written like 2026-11");

/** The months of a tax report, both included. */
export const taxReportSchema = z
  .object({
    firstMonth: monthSchema.optional().meta({ description: "The last one without it.", examples: ["2026-10"] }),
    lastMonth: monthSchema.optional().meta({ description: "The current one without it.", examples: ["2026-12"] }),
  })
  .superRefine(({ firstMonth, lastMonth }, context) => {
    if (firstMonth === undefined || lastMonth === undefined) return;
    const months = countMonths(firstMonth, lastMonth);
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["lastMonth"], message });
    if (months < 1) refuse("The last month is before the first");
    if (months > monthsMax) refuse(`A report has at most ${monthsMax} months`);
  });
export type AskedMonths = z.output<typeof taxReportSchema>;
export type TaxReportRange = { firstMonth: string; lastMonth: string };

/** The months of a report that is asked for in a month. */
export function monthsOf({ firstMonth, lastMonth }: AskedMonths, current: string): TaxReportRange {
  const last = lastMonth ?? current;
  return { firstMonth: firstMonth ?? last, lastMonth: last };
}

/** The invoices less the credit notes of a month, for one country and tax rate. Amounts in wire format. */
export type TaxReportRow = {
  month: string;
  /** ISO 3166 code; the text of the address where it names no known country. */
  country: string;
  tax: string;
  /** In percent. */
  rate: number;
  net: number;
  amount: number;
};

function countMonths(from: string, to: string): number {
  const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5));
  return monthOf(to) - monthOf(from) + 1;
}
