import { wireText } from "@shop/shared/money";
import { monthsOf, type TaxReportRow, taxReportSchema } from "@shop/shared/order/tax-report";
import { dayOfTime } from "@shop/shared/time-zone";
import { readTaxReport } from "../../domain/invoice/tax-report.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";
import { type CsvColumns, inOneBatch, sendCsv } from "./send-csv.ts";

const columns: CsvColumns<TaxReportRow> = {
  MONTH: ({ month }) => month,
  COUNTRY: ({ country }) => country,
  TAX: ({ tax }) => tax,
  "RATE IN PERCENT": ({ rate }) => String(rate),
  NET: ({ net }) => wireText(net),
  "TAX AMOUNT": ({ amount }) => wireText(amount),
};

/** The tax report for spreadsheets. */
export const taxReportEndpoint = endpoint({
  method: "GET",
  path: "/api/tax-report.csv",
  caller: "reader",
  needs: ["insights.read"],
  id: "exportTaxReport",
  tag: "Orders",
  summary: "Export the taxes by month, country and rate",
  description: "The invoices less the credit notes of some months, by the day of each paper in the shop’s time zone.",
  input: { query: taxReportSchema },
  answers: { 200: csvAnswer("MONTH,COUNTRY,TAX,RATE IN PERCENT,NET,TAX AMOUNT") },
  run: ({ services: { largeActs: db, shop }, actor, reply, query }) =>
    sendCsv(
      { reply, shop },
      { name: "tax-report", columns },
      inOneBatch(readTaxReport(db, actor, monthsOf(query, dayOfTime(shop.timeZone, new Date()).slice(0, 7)))),
    ),
});
