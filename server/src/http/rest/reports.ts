import {
  type CreditReport,
  creditReportSchema,
  type FunnelRow,
  funnelReportSchema,
  type SalesRow,
  type StockRow,
  salesReportSchema,
  stockReportSchema,
} from "@shop/shared/admin/sales-report";
import { wireText } from "@shop/shared/money";
import { readCreditReport } from "../../domain/dashboard/credit-report.ts";
import { readFunnelReport } from "../../domain/dashboard/funnel-report.ts";
import { readSalesReport } from "../../domain/dashboard/sales-report.ts";
import { readStockReport } from "../../domain/dashboard/stock-report.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";
import { type CsvColumns, inOneBatch, sendCsv } from "./send-csv.ts";

const tag = "Orders";

const salesColumns: CsvColumns<SalesRow> = {
  NAME: ({ name }) => name,
  ORDERS: ({ now }) => String(now.orders),
  UNITS: ({ now }) => String(now.units),
  SALES: ({ now }) => wireText(now.amount),
  "ORDERS BEFORE": ({ before }) => String(before.orders),
  "UNITS BEFORE": ({ before }) => String(before.units),
  "SALES BEFORE": ({ before }) => wireText(before.amount),
  ID: ({ key }) => key,
};

const stockColumns: CsvColumns<StockRow> = {
  NAME: ({ name }) => name,
  "IN STOCK": ({ stock }) => String(stock),
  VALUE: ({ value }) => wireText(value),
  SOLD: ({ sold }) => String(sold),
  ID: ({ product }) => product,
};

const funnelColumns: CsvColumns<FunnelRow> = {
  STEP: ({ step }) => step,
  COUNT: ({ now }) => String(now),
  "COUNT BEFORE": ({ before }) => String(before),
};

const creditColumns: CsvColumns<CreditReport["rows"][number]> = {
  WHAT: ({ act }) => act,
  AMOUNT: ({ now }) => wireText(now),
  "AMOUNT BEFORE": ({ before }) => wireText(before),
};

/** Reports for spreadsheets. */
export const reportEndpoints = [
  endpoint({
    method: "GET",
    path: "/api/sales-report.csv",
    caller: "reader",
    needs: ["insights.read"],
    id: "exportSalesReport",
    tag,
    summary: "Export the sales of some days by product, category, brand, country, customer, day or hour",
    description:
      "With those of as many days before. An order counts on the day of its payment in the shop’s time zone, unless it " +
      "was cancelled. At most 500 rows, the largest first.",
    input: { query: salesReportSchema },
    answers: { 200: csvAnswer("NAME,ORDERS,UNITS,SALES,ORDERS BEFORE,UNITS BEFORE,SALES BEFORE,ID") },
    run: ({ services: { largeActs: db, shop }, actor, reply, query }) =>
      sendCsv(
        { reply, shop },
        { name: `sales-by-${query.by}`, columns: salesColumns },
        inOneBatch(rowsOf(readSalesReport({ db, shop }, actor, query))),
      ),
  }),
  endpoint({
    method: "GET",
    path: "/api/funnel-report.csv",
    caller: "reader",
    needs: ["insights.read"],
    id: "exportFunnelReport",
    tag,
    summary: "Export how many visits of some days went how far, from the first screen to a paid order",
    description:
      "With those of as many days before: `visit`, `product`, `cart`, `checkout`, then the orders that were placed, and " +
      "those of them that are paid by now. Visits are counted without who makes them, as long as the shop is open in a tab.",
    input: { query: funnelReportSchema },
    answers: { 200: csvAnswer("STEP,COUNT,COUNT BEFORE") },
    run: ({ services: { largeActs: db, shop }, actor, reply, query }) =>
      sendCsv(
        { reply, shop },
        { name: "funnel", columns: funnelColumns },
        inOneBatch(rowsOf(readFunnelReport({ db, shop }, actor, query))),
      ),
  }),
  endpoint({
    method: "GET",
    path: "/api/stock-report.csv",
    caller: "reader",
    needs: ["insights.read"],
    id: "exportStockReport",
    tag,
    summary: "Export what is in stock, with its value and what was sold of it in some days",
    description: "Those that sell least first, at most 500 products. The value is that of today’s prices.",
    input: { query: stockReportSchema },
    answers: { 200: csvAnswer("NAME,IN STOCK,VALUE,SOLD,ID") },
    run: ({ services: { largeActs: db, shop }, actor, reply, query }) =>
      sendCsv(
        { reply, shop },
        { name: "stock", columns: stockColumns },
        inOneBatch(rowsOf(readStockReport({ db, shop }, actor, query))),
      ),
  }),
  endpoint({
    method: "GET",
    path: "/api/credit-report.csv",
    caller: "reader",
    needs: ["insights.read"],
    id: "exportCreditReport",
    tag,
    summary: "Export what moved of gift cards and credit in some days",
    description: "With as many days before: what was sold, given and spent, what was given back, and what has expired.",
    input: { query: creditReportSchema },
    answers: { 200: csvAnswer("WHAT,AMOUNT,AMOUNT BEFORE") },
    run: ({ services: { largeActs: db, shop }, actor, reply, query }) =>
      sendCsv(
        { reply, shop },
        { name: "credit", columns: creditColumns },
        inOneBatch(rowsOf(readCreditReport({ db, shop }, actor, query))),
      ),
  }),
];

const rowsOf = async <Row>(report: Promise<{ rows: Row[] }>) => (await report).rows;
