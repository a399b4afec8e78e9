import { numberOfText } from "@shop/shared/query";

/** The fields that may hold a number as text, as HTML forms send it. */
const fields = new Set(["rating", "price", "countInStock", "qty"]);

/** A body with the numbers of these fields, also in the lines of an order. */
export function withFormNumbers(body: unknown): unknown {
  return mapFields(body, (name, value) => {
    if (name === "orderItems" && Array.isArray(value)) return value.map((line) => mapFields(line, readNumber));
    return readNumber(name, value);
  });
}

function readNumber(name: string, value: unknown): unknown {
  return fields.has(name) ? numberOfText(value) : value;
}

function mapFields(record: unknown, map: (name: string, value: unknown) => unknown): unknown {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(name, value)]));
}
