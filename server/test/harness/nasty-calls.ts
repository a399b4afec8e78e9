import { infoSlugs } from "@shop/shared/page/info-page";
import { type Page, pages } from "@shop/shared/page/pages";
import { z } from "zod";
import { procedures } from "./access-matrix.ts";
import { operationsOf, readDocument } from "./api-document.ts";
import { procedureInputs } from "./input-schemas.ts";
import { oddTexts, oddValues, placesOf, replacedAt, sampleOf } from "./sample-input.ts";
import type { TestShop } from "./shop.ts";

/** A request with one value that nobody expects. */
export type NastyCall = { name: string; what: string; method: string; path: string; body?: string };

/** The tables whose ids a procedure or an operation names, by its name; the first that fits. */
const tables: [RegExp, string][] = [
  [/admin\.home\./, "home_layouts"],
  [/journal/, "articles"],
  [/infoPages|info\.page/, "info_pages"],
  [/address/i, "addresses"],
  [/parcel/i, "parcels"],
  [/view/i, "order_views"],
  [/synonym/i, "search_synonyms"],
  [/redirect/i, "search_redirects"],
  [/oldAddress/i, "old_addresses"],
  [/apiKey/i, "api_keys"],
  [/webhooks\./, "webhook_endpoints"],
  [/plannedPrice/, "planned_prices"],
  [/import/i, "imports"],
  [/admin\.returns\.|\/api\/returns\/|cancelReturn/, "order_returns"],
  [/order-edits/, "order_edits"],
  [/withdrawal/i, "withdrawals"],
  [/productHistory/, "product_edits"],
  [/mails\./, "mails"],
  [/resolve/, "order_matters"],
  [/review/i, "reviews"],
  [/question/i, "product_questions"],
  [/passkey/i, "passkeys"],
  [/endSession/, "sessions"],
  [/collection/i, "collections"],
  [/rehearsal/i, "rehearsals"],
  [/discount/i, "discount_rules"],
  [/brand/i, "brands"],
  [/categor/i, "categories"],
  [/user|customer/i, "users"],
  [/order|payment/i, "orders"],
];
const unknownId = "01900000-0000-7000-8000-0000000000ee";

/** Finds an id for a field of a procedure or an operation. */
export async function openIds({ pool }: TestShop): Promise<(name: string) => (field: string) => string> {
  const known = new Map<string, string>();
  for (const table of [...new Set([...tables.map(([, each]) => each), "products"])]) {
    const { rows } = await pool.query(`select id from ${table} limit 1`);
    if (rows[0] !== undefined) known.set(table, String(rows[0].id));
  }
  return (name) => (field) => {
    const subject = /^(id|ids)$/.test(field) ? name : `${field} ${name}`;
    const table = /product/i.test(field) ? "products" : tables.find(([pattern]) => pattern.test(subject))?.[1];
    return known.get(table ?? "products") ?? unknownId;
  };
}

type Ids = Awaited<ReturnType<typeof openIds>>;

/** How an input is written into a request. */
type Write = (input: unknown) => Pick<NastyCall, "method" | "path" | "body">;

function spoil(name: string, input: unknown, write: Write): NastyCall[] {
  return placesOf(input).flatMap((place) =>
    oddValues.map((value) => ({
      name,
      what: `${place.join(".")} = ${JSON.stringify(value).slice(0, 40)}`,
      ...write(replacedAt(input, place, value)),
    })),
  );
}

const none = () => undefined;

/** The schema of a procedure's input with a value that it should take. */
function samplesFor(ids: Ids) {
  return procedureInputs().map(({ name, inputs }) => ({
    name,
    parts: inputs.map((schema) => ({
      schema,
      sample: sampleOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), ids(name), none),
    })),
  }));
}

/** The procedures whose samples their schemas refuse: nothing odd in them would get past the validation. */
export function brokenSamples(ids: Ids): Set<string> {
  return new Set(
    samplesFor(ids).flatMap(({ name, parts }) =>
      parts.every(({ schema, sample }) => z.safeParse(schema, sample).success) ? [] : [name],
    ),
  );
}

/** Every procedure, with one value after the other at every place of an input that it takes. */
export function nastyProcedureCalls(ids: Ids): NastyCall[] {
  return samplesFor(ids).flatMap(({ name, parts }) => {
    const input = Object.assign({}, ...parts.map(({ sample }) => sample));
    return spoil(name, input, (spoilt) => {
      const text = JSON.stringify(spoilt);
      return procedures[name]?.type === "query"
        ? { method: "GET", path: `/trpc/${name}?input=${encodeURIComponent(text)}` }
        : { method: "POST", path: `/trpc/${name}`, body: text };
    });
  });
}

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header", "cookie"]),
  schema: z.unknown(),
});
const bodySchema = z.looseObject({ content: z.looseObject({ "application/json": z.object({ schema: z.unknown() }) }) });
const inPath = (text: string) => encodeURIComponent(text.toWellFormed());

/** Every operation of the REST API, with the same for its path, its query and its body. */
export async function nastyOperationCalls(shop: TestShop, ids: Ids): Promise<NastyCall[]> {
  const document = await readDocument(shop);
  const find = (ref: string) =>
    ref
      .split("/")
      .slice(1)
      .reduce<unknown>(
        (at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined),
        document,
      );
  return operationsOf(document).flatMap((operation) => {
    const { name } = operation;
    const [method = "GET", template = "/"] = name.split(" ");
    const path = (id: string) => template.replaceAll(/\{\w+\}/g, id);
    const good = path(ids(template)("id"));
    const parameters = z
      .array(parameterSchema)
      .catch([])
      .parse("parameters" in operation ? operation.parameters : []);
    const query = parameters.filter((each) => each.in === "query");
    const body = bodySchema.safeParse(operation.requestBody).data?.content["application/json"].schema;
    const odd = (what: string, write: (text: string) => Omit<NastyCall, "name" | "what" | "method">): NastyCall[] =>
      oddTexts.map((text) => ({
        name,
        what: `${what} = ${JSON.stringify(text).slice(0, 40)}`,
        method,
        ...write(text),
      }));
    return [
      ...(template.includes("{") ? odd("path", (text) => ({ path: path(inPath(text)) })) : []),
      ...query.flatMap((each) => odd(each.name, (text) => ({ path: `${good}?${each.name}=${inPath(text)}` }))),
      ...(body === undefined
        ? []
        : spoil(name, sampleOf(body, ids(template), find), (input) => ({
            method,
            path: good,
            body: JSON.stringify(input),
          }))),
    ];
  });
}

/** What addresses of pages choose. */
const choices = [
  "page",
  "pageNumber",
  "keyword",
  "brand",
  "category",
  "price",
  "attribute",
  "rating",
  "stock",
  "sort",
  "stars",
  "reviews",
  "photos",
];

/** Every page, with the same for the parts of its path and for what its query chooses. */
export function nastyPageCalls(ids: Ids): NastyCall[] {
  return Object.values<Page>(pages).flatMap(({ path, screen }) => {
    const parts = [...path.matchAll(/:\w+/g)].map(([part]) => part);
    const good = path.replaceAll(/:\w+/g, (part) => (part === ":slug" ? infoSlugs[0] : ids(path)("id")));
    const call = (what: string, address: string): NastyCall => ({
      name: `page ${screen}`,
      what,
      method: "GET",
      path: address,
    });
    return oddTexts.flatMap((text) => [
      ...parts.map((part) =>
        call(`${part} = ${text.slice(0, 40)}`, path.replace(part, inPath(text)).replaceAll(/:\w+/g, "1")),
      ),
      ...choices.map((choice) => call(`${choice} = ${text.slice(0, 40)}`, `${good}?${choice}=${inPath(text)}`)),
    ]);
  });
}
