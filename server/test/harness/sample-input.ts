import { z } from "zod";

/** A JSON schema as documents and zod write it; what is not listed here does not matter. */
const jsonSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  minItems: z.number().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
});

/** Finds the parts that a schema refers to. */
export type FindPart = (ref: string) => unknown;

/** Texts that fields want, the first that fits is taken. */
const texts = [
  ...["some words", "12345", "person@example.com", "US", "https://example.com/hook", "/cart", "2026-11-25"],
  ...["2026-11-25T12:00:00.000Z", "01900000-0000-7000-8000-000000000001", "#123456", "a-slug", "123456", "2026-11"],
];

/** Texts by the name of their field. */
const named: [RegExp, string][] = [
  [/email/i, "person@example.com"],
  [/password/i, "a password of some length"],
  [/url$/i, "https://example.com/hook"],
  [/path$/i, "/cart"],
  [/^address$/, "/pages/about"],
  [/^lines$/, "/pages/before,/cart"],
  [/^(from|until)$/, "2031-11-27T09:00"],
  [/^price$/, "25-49.99"],
  [/^attributes?$/, "Color:Green"],
  [/^gtin$/, "96385074"],
  [/^hsCode$/, "620520"],
  [/^originCountry$/, "US"],
  [/country/i, "USA"],
];

/**
 * A value that a schema takes, with all optional fields. `idOf` gives the id for a field with that name. What schemas do
 * not tell, such as a rule over several fields, is left to chance.
 */
export function sampleOf(schema: unknown, idOf: (field: string) => string, find: FindPart, field = ""): unknown {
  const part = jsonSchema.parse(schema);
  const within = (inner: unknown, name = field) => sampleOf(inner, idOf, find, name);
  if (part.$ref !== undefined) return within(find(part.$ref));
  if (part.const !== undefined) return part.const;
  if (part.enum !== undefined) return part.enum[0];
  const choices = part.anyOf ?? part.oneOf;
  if (choices !== undefined) return within(choices.find((choice) => jsonSchema.parse(choice).type !== "null"));
  if (part.allOf !== undefined) {
    return Object.assign({}, ...part.allOf.map((each) => within(each)));
  }
  const [type = "string"] = [part.type ?? "string"].flat().filter((each) => each !== "null");
  if (type === "object" || part.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(part.properties ?? {}).map(([name, inner]) => [name, within(inner, name)]),
    );
  }
  if (type === "array") return Array.from({ length: Math.max(1, part.minItems ?? 1) }, () => within(part.items));
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return Math.max(part.minimum ?? 1, 1);
  return textFor(field, part, idOf);
}

function textFor(field: string, part: z.output<typeof jsonSchema>, idOf: (field: string) => string): string {
  const isFitting = (text: string) =>
    text.length >= (part.minLength ?? 0) &&
    text.length <= (part.maxLength ?? Number.POSITIVE_INFINITY) &&
    (part.pattern === undefined || new RegExp(part.pattern, "u").test(text));
  if (/(^|_)ids?$|Ids?$|^(product|payment|planned)$/.test(field)) return idOf(field);
  const own = named.find(([pattern]) => pattern.test(field))?.[1];
  return [...(own === undefined ? [] : [own]), ...texts].find(isFitting) ?? "some words";
}

/** Where something stands in a value: the names and places that lead to it. */
type Place = readonly (string | number)[];

/** All places of a value, the whole value among them. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...at, name]))];
}

/** The value with another one at a place. */
export function replacedAt(value: unknown, [name, ...rest]: Place, by: unknown): unknown {
  if (name === undefined) return by;
  if (typeof value !== "object" || value === null) return by;
  const inner = replacedAt(Reflect.get(value, name), rest, by);
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === String(name) ? inner : each));
  return { ...value, [name]: inner };
}

/** Texts that no field expects. */
export const oddTexts: readonly string[] = [
  ...["", "\u0000", "a\u0000b", "\ud800", "\udfffx", "x".repeat(10_000), "漢".repeat(1_000), "not-an-id"],
  ...["01900000-0000-7000-8000-00000000000g", "01900000-0000-7000-8000-0000000000ff", "__proto__", "-1", "300000000"],
  ...["2026-02-31T25:61:00Z", "0000-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z", "-271821-04-20", "9999-12-31"],
  ...["%", "\\", "'", "1e309", "999999999999999999999"],
];

/** Values that no field expects: wrong types, huge and negative numbers, and texts. */
export const oddValues: readonly unknown[] = [
  ...[null, true, [], {}, [null], [[]], 0, -1, 1.005, 300_000_000, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, -1e-320],
  ...oddTexts,
];
