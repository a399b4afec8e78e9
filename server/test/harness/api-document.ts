import { fromWire } from "@shop/shared/money";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { z } from "zod";
import type { TestShop } from "./shop.ts";

const mediaSchema = z.looseObject({ schema: z.unknown() });
const responseSchema = z.looseObject({
  content: z.record(z.string(), mediaSchema).optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
});
const operationSchema = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.object({ content: z.record(z.string(), mediaSchema) }).optional(),
  responses: z.record(z.string(), z.union([z.strictObject({ $ref: z.string() }), responseSchema])),
});
const documentSchema = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ responses: z.record(z.string(), responseSchema) }),
});
type ApiDocument = z.infer<typeof documentSchema>;
const codesSchema = z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) });

/** The shop's own description of its REST API. */
export async function readDocument({ origin }: { origin: string }): Promise<ApiDocument> {
  const response = await fetch(`${origin}/api/openapi.json`);
  return documentSchema.parse(await response.json());
}

/** Every operation of a document, named like "PUT /api/orders/{id}/pay". */
export function operationsOf({ paths }: ApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  );
}

/** The response that an operation is documented with, and where in the document it stands. */
function responseAt({ paths, components }: ApiDocument, name: string, status: number | string) {
  const [method = "", path = ""] = name.split(" ");
  const found = paths[path]?.[method.toLowerCase()]?.responses[status];
  if (found === undefined) return undefined;
  const id = "$ref" in found ? String(found.$ref).slice("#/components/responses/".length) : undefined;
  const place = id === undefined ? ["paths", path, method.toLowerCase(), "responses", String(status)] : undefined;
  const response = id === undefined ? found : components.responses[id];
  return { content: responseSchema.parse(response).content, place: place ?? ["components", "responses", id ?? ""] };
}

/** Everything that an operation may answer: its statuses, each with its code where it is a refusal. */
export function answersOf(document: ApiDocument, name: string): string[] {
  const operation = operationsOf(document).find((one) => one.name === name);
  return Object.keys(operation?.responses ?? {})
    .filter((status) => status !== "4XX")
    .flatMap((status) => {
      const schema = responseAt(document, name, status)?.content?.["application/json"]?.schema;
      const codes = codesSchema.safeParse(schema).data?.properties.code.enum;
      return codes === undefined ? [status] : codes.map((code) => `${status} ${code}`);
    });
}

/** Operations of customers that are forbidden to some of them. */
export const forbiddenToSome = [
  "POST /api/products/{id}/questions",
  "PUT /api/orders/{id}/pay",
  "PUT /api/orders/{id}/credit",
  "DELETE /api/orders/{id}/credit",
  "DELETE /api/users/profile",
];

/** The same document with no object open for fields that it does not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, closed(field)]));
  const isOpenObject = fields.type === "object" && "properties" in fields && !("additionalProperties" in fields);
  return isOpenObject ? { ...fields, additionalProperties: false } : fields;
}

function newValidator() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat("decimal", { type: "number", validate: (amount: number) => fromWire(amount) !== null });
  return ajv;
}

/** Where the schema of an operation's JSON body stands in the document. */
function bodyPlace(name: string): string[] {
  const [method = "", path = ""] = name.split(" ");
  return ["paths", path, method.toLowerCase(), "requestBody", "content", "application/json", "schema"];
}

function toPointer(place: string[]): string {
  return place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
}

/** Whether the document lets clients send a JSON body to an operation. */
export function openBodyCheck(document: ApiDocument) {
  const ajv = newValidator();
  ajv.addSchema({ ...document, $id: "document" }, "document");
  return (name: string, body: unknown) =>
    ajv.validate({ $ref: `document#/${toPointer(bodyPlace(name))}` }, body) === true;
}

type Asked = {
  id?: string;
  query?: string;
  cookie?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | FormData;
};

/** Asks a shop and holds every answer against the shop's own document, to the last field. */
export async function openWitness(shop: TestShop) {
  const document = await readDocument(shop);
  const ajv = newValidator();
  ajv.addSchema({ ...z.record(z.string(), z.unknown()).parse(closed(document)), $id: "closed" }, "closed");
  ajv.addSchema({ ...document, $id: "open" }, "open");

  const known = new Map<string, ValidateFunction>();
  const validatorAt = (base: "open" | "closed", place: string[]) => {
    const pointer = toPointer(place);
    const validate = known.get(base + pointer) ?? ajv.compile({ $ref: `${base}#/${pointer}` });
    known.set(base + pointer, validate);
    return validate;
  };
  const expectValid = (value: unknown, base: "open" | "closed", place: string[], what: string) => {
    const validate = validatorAt(base, place);
    const isValid = validate(value);
    expect(isValid ? [] : validate.errors, `${what} ${JSON.stringify(value)?.slice(0, 300)}`).toEqual([]);
  };

  /** What was seen of each operation. */
  const seen = new Map<string, Set<string>>();

  /** Sends a request; the answer must be one that the document tells of. */
  async function ask(
    name: string,
    { id = "", query = "", cookie, headers, json, body }: Asked = {},
    { origin }: { origin: string } = shop,
  ) {
    const [method = "", path = ""] = name.split(" ");
    const sent = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(origin + path.replace("{id}", id) + query, {
      method,
      headers: {
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type")?.split(";", 1)[0] ?? "";
    const answer: unknown = type === "application/json" ? JSON.parse(text) : text;
    const code = z.object({ code: z.string() }).safeParse(answer).data?.code;
    const outcome = code === undefined ? String(response.status) : `${response.status} ${code}`;

    const documented = responseAt(document, name, response.status);
    expect(answersOf(document, name), `${name} answered ${text.slice(0, 300)}`).toContain(outcome);
    expect(Object.keys(documented?.content ?? {}), name).toEqual(type === "" ? [] : [type]);
    if (type !== "" && documented !== undefined) {
      expectValid(answer, "closed", [...documented.place, "content", type, "schema"], `${name} answered ${outcome}`);
    }
    if (response.ok && json !== undefined) {
      expectValid(json, "open", bodyPlace(name), `${name} took`);
    }
    if (response.status === 429 || response.status === 503) {
      expect(Number(response.headers.get("retry-after")), `${name} ${outcome}`).toBeGreaterThan(0);
    }
    seen.set(name, (seen.get(name) ?? new Set()).add(outcome));
    return { outcome, answer, response };
  }
  return { document, ask, seen };
}
