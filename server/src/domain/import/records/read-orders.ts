import type { AnyImportField } from "@shop/shared/catalog/import";
import { type OrderField, orderFields } from "@shop/shared/catalog/import-records";
import type { Row } from "../file-row.ts";
import { entryText } from "./entry-text.ts";
import type { FileEntry, FileItem } from "./file-entry.ts";

/** The characters of orders that are held at once: the rows of an order need not follow each other. */
const heldCharactersMax = 20_000_000;
/** The most line items of an order. */
const itemsMax = 1_000;

/** The fields of the order itself, which any of its rows can have. */
const ownFields = orderFields.filter((field) => !field.startsWith("item"));
/** What all rows of an order say alike, where they say it. */
const tellingFields: ReadonlySet<OrderField> = new Set(["orderedAt", "email", "total"]);
const nameFields: ReadonlySet<OrderField> = new Set(["customerName", "firstName", "lastName"]);

/** What stands in other columns where an order was delivered to its billing address. */
const billingHeadings: readonly [OrderField, readonly string[]][] = [
  ["customerName", ["billing name"]],
  ["firstName", ["billing_first_name", "first name (billing)"]],
  ["lastName", ["billing_last_name", "last name (billing)"]],
  ["company", ["billing company", "billing_company", "company (billing)"]],
  ["address", ["billing address1", "billing_address_1", "address 1&2 (billing)"]],
  ["address2", ["billing address2", "billing_address_2"]],
  ["city", ["billing city", "billing_city", "city (billing)"]],
  ["region", ["billing province", "billing_state", "state code (billing)"]],
  ["postalCode", ["billing zip", "billing_postcode", "postcode (billing)"]],
  ["country", ["billing country", "billing_country", "country code (billing)"]],
];

/** The headings of WooCommerce that are read beside the fields. */
const refundHeading = "refund_items";
const lineItemHeading = (place: number) => `line_item_${place}`;

/** The orders of a file. One takes a row for each of its line items, or has them in columns. */
export async function* readOrders(rows: AsyncIterable<Row>): AsyncGenerator<FileEntry> {
  const held = new Map<string, HeldOrder>();
  const ended = new Set<string>();
  let characters = 0;
  for await (const row of rows) {
    const number = entryText(row.field("number"));
    if (number === "" || row.problem !== undefined || ended.has(number)) {
      yield refusal(row, number);
      continue;
    }
    const order = held.get(number) ?? new HeldOrder(row.line);
    held.set(number, order);
    characters += order.add(row);
    for (const [first, oldest] of held) {
      if (characters <= heldCharactersMax || oldest === order) break;
      held.delete(first);
      ended.add(first);
      characters -= oldest.characters;
      yield oldest.entry();
    }
  }
  for (const order of held.values()) yield order.entry();
}

function refusal(row: Row, number: string): FileEntry {
  const apart = "The rows of this order are too far from each other. Sort the file by order.";
  const problem = row.problem ?? (number === "" ? "It has no order number" : apart);
  return { line: row.line, values: { number }, problem };
}

/** The rows of one order. Each value is that of the first row that has one. */
class HeldOrder {
  characters = 0;
  private readonly values: Partial<Record<AnyImportField, string>> = {};
  private readonly items: FileItem[] = [];
  private problem: string | undefined;

  constructor(private readonly line: number) {}

  /** Adds a row, and returns its characters. */
  add(row: Row): number {
    const before = this.characters;
    const isFirst = before === 0;
    for (const field of ownFields) this.addValue(field, entryText(row.field(field)));
    if (isFirst) this.addBilling(row);
    this.addValue("refunded", refundedOf(row.of(refundHeading)));
    this.addItems(row);
    this.problem ??= row.problem;
    return this.characters - before;
  }

  private addValue(field: OrderField, text: string): void {
    const known = this.values[field];
    if (text !== "" && known !== undefined && known !== text && tellingFields.has(field))
      this.problem ??= `The file has two orders with the number ${this.values.number ?? ""}`;
    if (text === "" || known !== undefined) return;
    this.values[field] = text;
    this.characters += text.length;
  }

  /** A delivery address counts as a whole: without one, the billing address does. */
  private addBilling(row: Row): void {
    const isDelivered = this.values.address !== undefined || this.values.city !== undefined;
    for (const [field, headings] of billingHeadings) {
      if (isDelivered && !nameFields.has(field)) continue;
      for (const heading of headings) this.addValue(field, entryText(row.of(heading)));
    }
  }

  private addItems(row: Row): void {
    const cell = (field: OrderField) => entryText(row.field(field));
    this.addItem({
      name: cell("itemName"),
      sku: cell("itemSku"),
      quantity: cell("itemQuantity"),
      price: cell("itemPrice"),
      total: cell("itemTotal"),
    });
    for (let place = 1; row.has(lineItemHeading(place)); place += 1) {
      const text = row.of(lineItemHeading(place));
      if (text !== "") this.addItem(lineItemOf(text));
    }
  }

  private addItem(item: FileItem): void {
    if (item.name === "" && item.sku === "") return;
    if (this.items.length === itemsMax)
      this.problem ??= `It has more than ${itemsMax.toLocaleString("en-US")} line items`;
    else this.items.push(item);
    for (const text of Object.values(item)) this.characters += text.length;
  }

  entry(): FileEntry {
    return { line: this.line, values: this.values, items: this.items, problem: this.problem };
  }
}

/** The parts of a cell such as `name:Oak table|sku:OAK-1|quantity:2`. */
function partsOf(text: string): [name: string, value: string][] {
  return text.split("|").map((part) => {
    const place = part.indexOf(":");
    return [part.slice(0, place).trim().toLowerCase(), entryText(part.slice(place + 1))];
  });
}

/** A line item of WooCommerce. What it cost before a discount is its subtotal. */
function lineItemOf(text: string): FileItem {
  const parts = new Map(partsOf(text));
  const part = (...names: string[]) => names.map((name) => parts.get(name) ?? "").find((value) => value !== "") ?? "";
  return {
    name: part("name"),
    sku: part("sku"),
    quantity: part("quantity"),
    price: "",
    total: part("sub_total", "subtotal", "total"),
  };
}

/** The amount of a cell such as `amount:5.00|reason:damaged`; empty for none. */
function refundedOf(text: string): string {
  return partsOf(text).find(([name]) => name === "amount")?.[1] ?? "";
}
