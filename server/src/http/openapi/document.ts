import { accountDetailSchema, accountSchema, newPasswordSchema, signedInSchema } from "@shop/shared/account/account";
import { productDetailSchema, termDetailSchema } from "@shop/shared/catalog/admin-catalog";
import {
  brandSchema,
  categorySchema,
  productSchema,
  productSummarySchema,
  reviewSchema,
} from "@shop/shared/catalog/catalog";
import { errorBodySchema } from "@shop/shared/errors";
import { orderSchema, sentLineSchema, shippingAddressSchema } from "@shop/shared/order/order";
import { orderEditsSchema } from "@shop/shared/order/order-edit";
import { orderReturnsSchema } from "@shop/shared/order/return";
import { z } from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { type Answer, type RouteDocs, tags } from "./documented.ts";
import { codesOf, codesTable, openRefusals } from "./refusals.ts";

/** A route with its documentation. */
export type DocumentedRoute = { method: string; url: string; docs: RouteDocs };

/** The shop's identity in the document. */
export type DocumentedShop = { name: string; origin: string; cookie: string; passwordMin: number };

/** Names of the schemas that several operations share. */
const schemas = {
  Account: accountSchema,
  AccountDetail: accountDetailSchema,
  SignedIn: signedInSchema,
  ProductSummary: productSummarySchema,
  Product: productSchema,
  ProductDetail: productDetailSchema,
  Review: reviewSchema,
  Brand: brandSchema,
  Category: categorySchema,
  TermDetail: termDetailSchema,
  Order: orderSchema,
  OrderEdits: orderEditsSchema,
  OrderReturns: orderReturnsSchema,
  ShippingAddress: shippingAddressSchema,
};

const formats = new Set<string | undefined>(["uuid", "date", "date-time"]);

/** Builds the OpenAPI document from the routes' own schemas. */
export function buildDocument(routes: readonly DocumentedRoute[], shop: DocumentedShop) {
  const refusals = openRefusals();
  const paths: ZodOpenApiPathsObject = {};
  for (const { method, url, docs } of routes) {
    const responses = { ...toResponses(docs), ...refusals(codesOf(method, url, docs)), "4XX": broken };
    const path = url.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...toOperation(url, docs), responses } };
  }
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: `${shop.name} API`,
        version: "1",
        description: introduction(shop),
        contact: { name: shop.name, url: shop.origin },
      },
      servers: [{ url: shop.origin }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        schemas,
        securitySchemes: {
          session: {
            type: "apiKey",
            in: "cookie",
            name: shop.cookie,
            description: "The cookie that signing in and registering hand out.",
          },
          apiKey: {
            type: "http",
            scheme: "bearer",
            description: "A key that an administrator has made for a program.",
          },
        },
      },
    },
    {
      allowEmptySchema: { unknown: true },
      override: (part) => override(part, shop),
    },
  );
}

type Part = Parameters<NonNullable<CreateDocumentOptions["override"]>>[0];

/** Corrects the JSON schema that the library makes of a zod schema. */
function override({ jsonSchema, zodSchema, io }: Part, { passwordMin }: DocumentedShop): void {
  // Later releases may add fields, so clients must not refuse unknown ones.
  if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // The format says the same.
  if (formats.has(jsonSchema.format)) delete jsonSchema.pattern;
  // The limits of exact integers are no rule of the shop.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (zodSchema === newPasswordSchema) jsonSchema.minLength = passwordMin;
  if (zodSchema === sentLineSchema) requireProduct(jsonSchema);
  if (jsonSchema.prefixItems !== undefined) listItems(jsonSchema);
}

/** Linters and generators expect one schema for all items of an array; those of the shop's tuples are equal. */
function listItems(tuple: Part["jsonSchema"]): void {
  const { prefixItems: [items] = [], prefixItems } = tuple;
  delete tuple.prefixItems;
  Object.assign(tuple, { items, minItems: prefixItems?.length, maxItems: prefixItems?.length });
}

/** A line of an order needs `product` or `_id`, which generators understand only as two objects. */
function requireProduct(line: Part["jsonSchema"]): void {
  const { product, _id, qty } = line.properties ?? {};
  const either = [{ product }, { _id }].map((id) => ({
    type: "object",
    properties: { ...id, qty },
    required: [...Object.keys(id), "qty"],
    additionalProperties: true,
  }));
  for (const key of ["type", "properties", "required", "additionalProperties"] as const) delete line[key];
  Object.assign(line, {
    description: "A product, by `product` or `_id`. Whatever else is sent is not read.",
    anyOf: either,
  });
}

function toOperation(url: string, docs: RouteDocs): ZodOpenApiOperationObject {
  const { id, tag, summary, description, who, key, query, headers, body } = docs;
  const ignored = Object.fromEntries((body?.ignored ?? []).map((name) => [name, ignoredSchema]));
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, admission[who], neededBy(docs), key === undefined ? undefined : programs[key]]
      .filter((text) => text !== undefined)
      .join("\n\n"),
    security: [
      ...(who === "anyone" ? (key === undefined ? [] : [{}]) : [{ session: [] }]),
      ...(key === undefined ? [] : [{ apiKey: [] }]),
    ],
    requestParams: {
      ...(url.includes(":id") ? { path: idSchema } : {}),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { header: headers }),
    },
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.isOptional !== true,
            content: {
              [body.type ?? "application/json"]: {
                schema: body.ignored === undefined ? body.schema : body.schema.extend(ignored),
                ...(body.example === undefined ? {} : { example: body.example }),
                ...(body.encoding === undefined ? {} : { encoding: body.encoding }),
              },
            },
          },
        }),
    responses: {},
  };
}

const broken: ZodOpenApiResponseObject = {
  id: "broken",
  description: "The request is broken as HTTP: 400, 408, 414, 415 or 431.",
  content: {
    "application/json": {
      schema: errorBodySchema.extend({ code: z.enum(["VALIDATION", "TIMEOUT", "UNSUPPORTED_MEDIA_TYPE"]) }),
    },
  },
};

const idSchema = z.object({
  id: z.string().meta({ description: "An id. A malformed one is answered like an unknown one." }),
});

const ignoredSchema = z.unknown().optional().meta({ description: "May be sent, and is not read." });

const programs = {
  read: "Also for programs with an API key.",
  write: "Also for programs with an API key of the scope `write`.",
};

const admission = {
  anyone: undefined,
  customer: "For whoever is signed in.",
  admin: "For administrators.",
};

function toResponses({ answers }: RouteDocs): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toResponse(answer)]));
}

function toResponse({ description, schema, example, type, headers }: Answer): ZodOpenApiResponseObject {
  const named = Object.entries(headers ?? {}).map(([name, description]) => [name, toHeader(description)] as const);
  return {
    description,
    ...(named.length === 0 ? {} : { headers: Object.fromEntries(named) }),
    ...(schema === undefined ? {} : { content: { [type ?? "application/json"]: { schema, example } } }),
  };
}

function toHeader(description: string) {
  return { description, schema: { type: "string" } } as const;
}

/** What the role of an administrator, and a key, must permit. */
function neededBy({ needs = [] }: RouteDocs): string | undefined {
  return needs.length === 0 ? undefined : `Needs the permission ${needs.map((each) => `\`${each}\``).join(" and ")}.`;
}

/** The document's description. */
function introduction({ cookie }: DocumentedShop): string {
  return `
What outside programs can ask of the shop, and what it answers.

## Signing in

Send \`POST /api/users/auth\` and keep the cookie \`${cookie}\` that comes back; send it along with everything that is not
open to anyone. A session lasts seven days; signing out, deleting the account and taking a role away act at once.

## API keys

A program that works for the shop needs no session: it sends \`Authorization: Bearer shopkey_…\` with a key that an
administrator has made for it. A key of the scope \`read\` reads products with their drafts, and orders; one of the scope
\`write\` also changes products, brands and categories and takes the steps of orders. Everything else is refused with
\`FORBIDDEN\`: accounts, refunds, messages and imports are not for programs. A key that is wrong or was revoked is
refused with \`UNAUTHENTICATED\` by every path, and one that asks too often with \`RATE_LIMITED\`.

Requests that may change something are refused when a page of another site makes them: where a browser sends
\`Sec-Fetch-Site\`, it must say \`same-origin\`; where there is only an \`Origin\`, it must be the shop's own. A program that
sends neither is let in.

## Bodies

JSON and nothing else, at most 1 MiB, in UTF-8; only pictures are sent as \`multipart/form-data\`. Fields that are not
documented are not read. Answers are JSON, and may come to have more fields.

* **Amounts** are numbers in the shop's currency, US dollars unless its owner has chosen another one, with at most its
  decimals. More decimals are refused, never rounded.
* **Numbers** of \`rating\`, \`price\`, \`countInStock\` and \`qty\` may also be sent as text of plain decimal digits, such
  as \`"12.34"\`, which is what HTML forms have.
* **Times** are ISO 8601 in UTC, such as \`2026-03-01T09:30:00.000Z\`.
* **Ids** are UUIDs in a field called \`_id\`.
* **Versions**: an edit that carries the \`version\` it started from is refused with \`STALE\` when somebody else has saved
  meanwhile; without one it is made whatever happened.

## Refusals

Every refusal is \`{ message, code, errors?, requestId }\`: a sentence that people may read, a code for programs, the
fields that are wrong, and a name to ask the shop's operator about. Who may not ask learns nothing else: 401 comes
before 403, 403 before 404, 404 before 400. With 429 and 503, \`Retry-After\` says in how many seconds another try makes
sense.

A request that is broken as HTTP can be refused by any path: with 400 for a head that makes no sense, 408 when it comes
too slowly, 414 and 431 when its head is too long, and 415 for a compressed body.

A path below \`/api\` that the shop does not have is refused with 404 and \`NOT_FOUND\`. A path that it has, but not for
the request's method, is refused with 405 and \`METHOD_NOT_ALLOWED\`, and \`Allow\` names the methods that it has. Where
the last part of a path could be an id, as in \`PUT /api/products/top\`, it is taken for one.

${codesTable}
`.trim();
}
