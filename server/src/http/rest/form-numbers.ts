import { numberOfText } from "@shop/shared/query";

/** The fields that may hold a number as text, as HTML forms send it. */
const fields = new Set(["rating", "price", "countInStock", "qty"]);

/** A body with the numbers of these fields, also in the lines of an order. */
export function withFormNumbers(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => {
    if (fields.has(name)) return [name, numberOfText(value)];
    return [name, name === "orderItems" && Array.isArray(value) ? value.map(withFormNumbers) : value];
  });
  return Object.fromEntries(entries);
}
