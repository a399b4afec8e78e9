import type { Changes } from "@shop/shared/admin/audit";

/** The fields in which two contents differ, those of parts by a name of their own, each with both values. */
export function contentChanges(before: unknown, after: unknown): Changes {
  const from = fieldsOf(before);
  const to = fieldsOf(after);
  const changes: Changes = {};
  for (const name of new Set([...from.keys(), ...to.keys()])) {
    const values: [Value, Value] = [from.get(name) ?? null, to.get(name) ?? null];
    if (values[0] !== values[1]) changes[name] = values;
  }
  return changes;
}

type Value = Changes[string][0];

/** The values of a content by their names. Line items are one text, a line for each. */
function fieldsOf(content: unknown): Map<string, Value> {
  const fields = new Map<string, Value>();
  if (typeof content !== "object" || content === null) return fields;
  for (const [name, value] of Object.entries(content)) {
    if (Array.isArray(value)) fields.set(name, value.map(lineOf).join("\n"));
    else if (typeof value === "object" && value !== null)
      for (const [part, inner] of fieldsOf(value)) fields.set(part, inner);
    else if (isValue(value) && value !== "") fields.set(name, value);
  }
  return fields;
}

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function lineOf(item: unknown): string {
  return typeof item === "object" && item !== null ? Object.values(item).map(String).join(" · ") : String(item);
}
