import { importFields, importFormats, importKinds } from "@shop/shared/catalog/import";
import { customerFields, orderFields } from "@shop/shared/catalog/import-records";
import { specifiedTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import { cellsMax } from "../../src/domain/import/cell-limits.ts";
import { escapeFormula, unescapeFormula } from "../../src/domain/import/cells.ts";
import { checkProduct } from "../../src/domain/import/check-product.ts";
import { completeCombination } from "../../src/domain/import/combinations.ts";
import { describeFile } from "../../src/domain/import/describe-file.ts";
import { factLines, parseFacts } from "../../src/domain/import/facts.ts";
import { decodeChunks, EncodingFinder, findDelimiter } from "../../src/domain/import/file-layout.ts";
import { readRows } from "../../src/domain/import/file-rows.ts";
import { withoutInlineImages } from "../../src/domain/import/inline-images.ts";
import { readNumber } from "../../src/domain/import/numbers.ts";
import { looksLikeHtml, toDescription } from "../../src/domain/import/plain-text.ts";
import { readRecords } from "../../src/domain/import/read-file.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";
import { parseCustomer } from "../../src/domain/import/records/parse-customer.ts";
import { parseOrder } from "../../src/domain/import/records/parse-order.ts";
import { readCustomers } from "../../src/domain/import/records/read-customers.ts";
import { readOrders } from "../../src/domain/import/records/read-orders.ts";
import { readTime } from "../../src/domain/import/records/read-times.ts";
import { findContent, findMappingOf } from "../../src/domain/import/records/record-headings.ts";
import { openZip } from "../../src/infra/zip.ts";
import type { TextParser } from "./hostile-cells.ts";
import { zipOf } from "./zip.ts";

async function* only<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of items);
}

const others = [
  "Type",
  "In stock?",
  "Inventory tracker",
  "Product category",
  "Status",
  "Option1 value",
  "Variant image",
  "Parent",
  "Short description",
];
const headings = [...importFields, ...others, "Attribute 1 value(s)"];
const combinationColumns = [
  "Product ID",
  "Attribute (Name:Type:Position)",
  "Value (Value:Position)",
  "Impact on price",
];
const mapping = Object.fromEntries(importFields.map((field) => [field, field]));
const options = { variants: "refuse", stock: "set", brand: "Other", category: "Other", newStock: 0 } as const;

/** Reads and checks a row that has a text in one of its cells, and rows that have it in all of them. */
async function readCells(text: string, format: (typeof importFormats)[number], more: string[] = []): Promise<void> {
  const columns = [...headings, ...more];
  const usual: string[] = columns.map((heading) => (heading === "Type" ? "variable" : "1"));
  const rows = columns.map((_, place) => usual.with(place, text));
  const records = [columns, ...rows, columns.map(() => text)].map((cells, place) => ({ line: place + 1, cells }));
  for await (const product of readProducts(only(...records), { format, mapping, variants: "products" })) {
    checkProduct(
      completeCombination(product, new Map(), undefined),
      { current: undefined, ownerOfKey: undefined, isSkuTaken: () => false, taxClasses: specifiedTerms.taxClasses },
      { options, usualPriceCents: undefined },
    );
  }
}

const recordFields = [...new Set([...customerFields, ...orderFields])];

/** Reads and parses a customer and an order that have a text in one of their cells, and those that have it in all. */
async function readRecordCells(text: string): Promise<void> {
  const columns = [...recordFields, "line_item_1", "refund_items", "billing_address_1"];
  const usual: string[] = columns.map(() => "1");
  const rows = columns.map((_, place) => usual.with(place, text));
  const records = [columns, ...rows, columns.map(() => text)].map((cells, place) => ({ line: place + 1, cells }));
  const mapped = Object.fromEntries(recordFields.map((field) => [field, field]));
  const settings = { format: "woocommerce", mapping: mapped } as const;
  for await (const entry of readCustomers(readRows(only(...records), settings)))
    parseCustomer(entry, { timeZone: "UTC" });
  for await (const entry of readOrders(readRows(only(...records), settings)))
    parseOrder(entry, { mark: undefined, timeZone: "UTC" });
}

/** Everything of an import that reads what an owner's file has. */
export const importParsers: TextParser[] = [
  { name: "a number", parse: readNumber },
  { name: "a formula", parse: (text) => unescapeFormula(escapeFormula(text)) },
  { name: "whether a text is HTML", parse: looksLikeHtml },
  { name: "a description in HTML", parse: toDescription, longest: 200_000 },
  { name: "a delimiter", parse: findDelimiter },
  { name: "facts", parse: (text) => factLines(parseFacts(text)) },
  {
    name: "headings",
    parse: (text) => {
      const columns = text.split(",", cellsMax);
      const { format } = findContent(columns);
      for (const kind of importKinds) findMappingOf(kind, format, columns);
    },
  },
  {
    name: "an encoding",
    parse: async (text) => {
      const finder = new EncodingFinder();
      finder.read(Buffer.from(text));
      await readAll(decodeChunks(only(Buffer.from(text)), finder.find()));
    },
  },
  { name: "images within cells", parse: (text) => readAll(withoutInlineImages(only(text, text))) },
  { name: "records", parse: (text) => readAll(readRecords(only(text), ",")) },
  { name: "an unknown file", parse: (text) => describeFile(only(Buffer.from(text)), { encoding: "utf-8" }) },
  ...importFormats.map((format) => ({
    name: `cells of the format ${format}`,
    parse: (text: string) => readCells(text, format),
    longest: 200_000,
  })),
  {
    name: "cells of combinations",
    parse: (text) => readCells(text, "prestashop", combinationColumns),
    longest: 200_000,
  },
  { name: "cells of customers and orders", parse: readRecordCells, longest: 200_000 },
  { name: "a time", parse: (text) => readTime(text, "America/New_York") },
  {
    name: "the name of a file in a ZIP",
    parse: async (text) => {
      const zip = zipOf([{ name: text.slice(0, 20_000), content: Buffer.alloc(1) }]);
      const opened = await openZip(async function* (start, end) {
        yield zip.subarray(start, end);
      }, zip.length);
      opened.close();
    },
    longest: 20_000,
  },
];
