import fc from "fast-check";
import { z } from "zod";
import { procedures, routes } from "./access-matrix.ts";
import type { Customer } from "./customers.ts";
import { procedureInputs } from "./input-schemas.ts";
import { sampleOf } from "./sample-input.ts";

/** What there is for requests to name. Only what is for sale in `sold` may be ordered, so that its units can be counted. */
export type Known = {
  accounts: readonly Customer[];
  products: readonly string[];
  sold: readonly string[];
  names: readonly string[];
  nameIds: readonly string[];
  orders: readonly string[];
  matters: readonly string[];
  payments: readonly string[];
  /** Further records, for the targets whose names match. */
  records: readonly { targets: RegExp; ids: readonly string[] }[];
};

export type FuzzedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
};

export type Target = { name: string; method: string; path: string; isTyped: boolean };

/** Every endpoint: the REST paths with their methods, and the tRPC procedures. */
export const targets: readonly Target[] = [
  ...Object.keys(routes)
    .filter((route) => !route.includes("/trpc/"))
    .map((route) => {
      const [method = "GET", path = "/"] = route.split(" ");
      return { name: route, method, path, isTyped: false };
    }),
  ...["/", "/search/:id", "/product/:id", "/login", "/cart", "/admin", "/order/:id"].map((path) => ({
    name: `page ${path}`,
    method: "GET",
    path,
    isTyped: false,
  })),
  ...Object.entries(procedures).map(([name, { type }]) => ({
    name,
    method: type === "query" ? "GET" : "POST",
    path: `/trpc/${name}`,
    isTyped: true,
  })),
];

/** Becomes a number that JSON cannot say, which parsers take for infinity. */
const endless = "@endless@";

const oddText = fc.oneof(
  fc.constantFrom(
    ...[
      "",
      " ",
      "\u00a0\u200b",
      "\u0000",
      "a\u0000b",
      "\ud800",
      "x\udfff",
      "\u202Eabc",
      "e\u0301",
      "🛒",
      "a\r\nSet-Cookie: x=1",
    ],
    ...[
      "' OR 1=1 --",
      "';drop table users;--",
      "%",
      "_",
      "\\",
      "%' AND pg_sleep(9)--",
      "$1",
      "{{7*7}}",
      "(a+)+$",
      "[",
      "\u2028",
    ],
    ...[
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "javascript:alert(1)",
      "//evil.example",
      "../../etc/passwd",
    ],
    ...[
      "__proto__",
      "constructor",
      "null",
      "NaN",
      "-1",
      "1e9",
      "true",
      "2026-02-31T25:61:00Z",
      "00000000-0000-0000-0000-000000000000",
    ],
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.integer({ min: 100, max: 20_000 }).map((length) => "a".repeat(length)),
);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1e-7, 1.005, 19.999, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, 1e-320),
  fc.constant(endless),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const deep = fc.integer({ min: 50, max: 3_000 }).chain((depth) => fc.boolean().map((isList) => nested(depth, isList)));

function nested(depth: number, isList: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value };
  return value;
}

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 4, arbitrary: oddNumber },
  {
    weight: 3,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [null], { $gt: "" }, { toString: 1 }, [[]], { length: -1 }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 200 }) },
  { weight: 1, arbitrary: deep },
);

const hex = fc.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);

const key = fc.stringMatching(/^[!-~]{1,40}$/);

const addressFields = {
  address: fc.stringMatching(/^[A-Z][a-z]{3,20} Street [1-9]$/),
  city: fc.constant("Springfield"),
  postalCode: fc.constant("12345"),
  country: fc.constant("USA"),
};

const word = fc.stringMatching(/^[a-z]{3,12}$/);
const synonymFields = {
  words: fc.array(word, { minLength: 2, maxLength: 3 }),
  finds: fc.array(word, { maxLength: 2 }),
};

/** Values that the shop takes, by the name of the field that they stand in. */
function goodFields(known: Known) {
  const oneOf = (values: readonly string[]): fc.Arbitrary<string> =>
    values.length === 0 ? hex : fc.constantFrom(...values);
  const anyId = fc.oneof(
    { weight: 6, arbitrary: oneOf([...known.products, ...known.nameIds, ...known.orders]) },
    { weight: 2, arbitrary: oneOf(known.accounts.map(({ id }) => id)) },
    { weight: 1, arbitrary: hex },
  );
  const line = fc.record({ product: oneOf(known.sold), qty: fc.integer({ min: 1, max: 3 }) });
  const timestamp = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return {
    id: anyId,
    ids: fc.array(oneOf(known.orders), { maxLength: 5 }),
    productId: oneOf(known.products),
    orderId: oneOf(known.orders),
    name: fc.string({ minLength: 1, maxLength: 40 }),
    email: fc.oneof(
      hex.map((id) => `${id}@example.com`),
      oneOf(known.accounts.map(({ email }) => email)),
    ),
    password: fc.constantFrom("a password of some length", "another password 7"),
    isAdmin: fc.boolean(),
    price: fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100),
    countInStock: fc.nat({ max: 1_000_000 }),
    seenCountInStock: fc.nat({ max: 1_000_000 }),
    brand: oneOf(known.names),
    category: oneOf(known.names),
    description: fc.string({ maxLength: 200 }),
    image: fc.constantFrom("", "/uploads/none.webp", "https://example.com/a.png"),
    rating: fc.integer({ min: 1, max: 5 }),
    comment: fc.string({ minLength: 1, maxLength: 100 }),
    orderItems: fc.array(line, { minLength: 1, maxLength: 4 }),
    lines: fc.array(fc.record({ _id: oneOf(known.sold) }), { maxLength: 4 }),
    shippingAddress: fc.record(addressFields),
    ...addressFields,
    ...synonymFields,
    paymentMethod: fc.constantFrom("PayPal", "Credit Card"),
    idempotencyKey: key,
    amount: fc.integer({ min: 1, max: 3_000 }).map((cents) => cents / 100),
    reason: fc.string({ minLength: 1, maxLength: 100 }),
    payment: oneOf(known.payments),
    restock: fc.array(line, { maxLength: 2 }),
    matterId: oneOf(known.matters),
    note: fc.string({ minLength: 1, maxLength: 100 }),
    text: fc.stringMatching(/^[a-z][a-z ]{0,80}[a-z]$/),
    phrase: fc.stringMatching(/^[a-z]{3,20}$/),
    path: fc.constantFrom("/", "/cart", "/login"),
    parameters: fc.constantFrom({ state: "unpaid" }, { search: "ada" }),
    orderNumber: oneOf(known.orders),
    carrier: fc.constantFrom("ups", "dhl", "other"),
    trackingNumber: fc.stringMatching(/^[A-Z0-9]{4,20}$/),
    parcels: fc.array(
      fc.record({ carrier: fc.constant("ups"), trackingNumber: fc.stringMatching(/^[A-Z0-9]{4,20}$/) }),
      {
        maxLength: 3,
      },
    ),
    expectedTotal: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
    version: fc.integer({ min: 1, max: 5 }),
    to: fc.constantFrom("confirmed", "processed", "shipped", "delivered", "confirm", "process"),
    keyword: fc.string({ maxLength: 20 }),
    search: fc.string({ maxLength: 20 }),
    pageNumber: fc.integer({ min: 1, max: 9 }),
    page: fc.integer({ min: 1, max: 9 }),
    pageSize: fc.constantFrom(10, 25, 50),
    sort: fc.constantFrom("name", "price", "date", "createdAt", "total"),
    sorting: fc.constantFrom("name", "price"),
    order: fc.constantFrom("newest", "highest"),
    state: fc.constantFrom("paid", "draft", "low", "waiting"),
    days: fc.constantFrom(7, 30, 90),
    from: timestamp,
    until: timestamp,
    entity: fc.constantFrom("product", "user"),
  } satisfies Record<string, fc.Arbitrary<unknown>>;
}

export type Vocabulary = { known: Known; fields: ReturnType<typeof goodFields> };
type Field = keyof Vocabulary["fields"];

/** What requests of one world are put together from. */
export function vocabularyOf(known: Known): Vocabulary {
  return { known, fields: goodFields(known) };
}

const productFields: Field[] = ["name", "price", "image", "brand", "category", "description", "countInStock"];

/** The fields that a target needs before it does anything; those of no target here get some at random. */
const needs: [pattern: RegExp, fields: Field[]][] = [
  [/\/messages$|sendMessage|addNote/, ["text"]],
  [/saveView/, ["name", "parameters"]],
  [/redirects\.(create|update)/, ["id", "phrase", "path"]],
  [/synonyms\.(create|update)/, ["id", "words", "finds"]],
  [/profile\/addresses|addresses\.(save|change)/, ["id", "address", "city", "postalCode", "country"]],
  [/withdraw/, ["orderNumber", "email"]],
  [/users\/auth|signIn/, ["email", "password"]],
  [/POST \/api\/users$|account\.register/, ["name", "email", "password"]],
  [/users\/profile|updateProfile/, ["name", "email", "password"]],
  [/(PUT|GET|DELETE) \/api\/users\/:id|admin\.users\.update/, ["id", "name", "email", "isAdmin"]],
  [/POST \/api\/products\/:id\/reviews|review\.create/, ["productId", "rating", "comment"]],
  [/PUT \/api\/products|products\.update/, ["id", ...productFields, "seenCountInStock"]],
  [/PUT \/api\/(brands|categories)|(brands|categories)\.update/, ["id", "name"]],
  [/\/refund$|orders\.refund$/, ["id", "amount", "reason", "idempotencyKey"]],
  [/\/parcels|Parcel$/, ["id", "carrier", "trackingNumber"]],
  [/orders\.resolve$/, ["id", "matterId", "note"]],
  [/POST \/api\/orders|order\.place/, ["orderItems", "shippingAddress", "paymentMethod"]],
  [/cartPricing/, ["lines"]],
  [/\/pay$|order\.pay$/, ["id", "orderId"]],
  [/startPayment|order\.(byId|history)/, ["id"]],
  [/orders\.advance$|\/ship$/, ["id", "to", "parcels"]],
  [/orders\.advanceMany/, ["ids", "to"]],
  [/review\.(list|marks)|stockAlert/, ["productId", "email"]],
  [/POST .*questions$|question\.ask/, ["productId", "text"]],
  [/review\.(edit|vote|report)/, ["rating", "comment"]],
];

const chance = (percent: number) => fc.integer({ min: 1, max: 100 }).map((drawn) => drawn <= percent);

const anyOf = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...(values.length === 0 ? ["none"] : values));

function idsBySubject(name: string, known: Known): readonly string[] {
  if (/order|payment/i.test(name)) return known.orders;
  if (/product/i.test(name)) return known.products;
  if (/user|customer/i.test(name)) return known.accounts.map(({ id }) => id);
  return known.nameIds;
}

/** An id of what a target is about, mostly. */
function idFor(name: string, known: Known): fc.Arbitrary<string> {
  const everything = [...known.products, ...known.nameIds, ...known.orders, ...known.accounts.map(({ id }) => id)];
  return fc.oneof(
    { weight: 6, arbitrary: anyOf(idsFor(name, known)) },
    { weight: 2, arbitrary: anyOf(everything) },
    { weight: 1, arbitrary: hex },
  );
}

/** The ids of records that a target is about. */
function idsFor(name: string, known: Known): readonly string[] {
  return known.records.find(({ targets: pattern }) => pattern.test(name))?.ids ?? idsBySubject(name, known);
}

const schemas = new Map(procedureInputs().map(({ name, inputs }) => [name, inputs]));
const anyObject = z.record(z.string(), z.unknown());

/** The fields that a procedure's schema takes. Other targets have none. */
function sampleFor(name: string, known: Known): Record<string, unknown> {
  const samples = (schemas.get(name) ?? []).map((schema) =>
    sampleOf(
      z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
      (field) => idsFor(field === "id" ? name : field, known)[0] ?? "none",
      () => undefined,
    ),
  );
  return Object.assign({}, ...samples.map((sample) => anyObject.safeParse(sample).data));
}

/** A body that is what the target wants, with a field or two that are not, or that nobody asked for. */
function fieldsFor(name: string, { known, fields: all }: Vocabulary): fc.Arbitrary<Record<string, unknown>> {
  const sample = sampleFor(name, known);
  const good: Record<string, fc.Arbitrary<unknown>> = {
    ...Object.fromEntries(Object.entries(sample).map(([field, value]) => [field, fc.constant(value)])),
    ...all,
    id: /pay$/i.test(name) ? anyOf(known.payments) : idFor(name, known),
  };
  const own: string[] = needs.find(([pattern]) => pattern.test(name))?.[1] ?? Object.keys(sample);
  const drawn = (field: string, oddness: number) =>
    fc.oneof(
      { weight: 100 - oddness, arbitrary: good[field] ?? hostile },
      { weight: oddness, arbitrary: hostile },
      { weight: 3, arbitrary: fc.constant(undefined) },
    );
  const needed = fc.tuple(...own.map((field) => drawn(field, 12).map((value): [string, unknown] => [field, value])));
  const others = fc.oneof(
    ...Object.keys(good).map((field) => drawn(field, 45).map((value): [string, unknown] => [field, value])),
  );
  const unasked = fc.array(others, { maxLength: own.length === 0 ? 5 : 2 });
  return fc.tuple(unasked, needed).map(([more, wanted]) => Object.fromEntries([...more, ...wanted]));
}

/** Text for a body, now and then such as no JSON library writes. */
function jsonText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const written = value.map((each) => (JSON.stringify(each) ?? "").replaceAll(`"${endless}"`, "1e999"));
  const spoilt = fc.record({ text: written, how: fc.nat({ max: 8 }), at: fc.double({ min: 0, max: 1, noNaN: true }) });
  return fc.oneof(
    { weight: 8, arbitrary: written },
    {
      weight: 2,
      arbitrary: spoilt.map(({ text, how, at }) => {
        const cut = Math.floor(text.length * at);
        const ways = [
          text.slice(0, cut),
          `${text.slice(0, cut)},${text.slice(cut)}`,
          `\ufeff${text}`,
          text.replaceAll('"', "'"),
          text.replace("{", '{"__proto__":{"polluted":"yes"},'),
          text.replace("{", '{"constructor":{"prototype":{"polluted":"yes"}},'),
          text.replace("{", '{"id":1,"id":"2",'),
          `${"[".repeat(20_000)}`,
          `[${text}]`,
        ];
        return ways[how] ?? text;
      }),
    },
  );
}

/** A value as a part of an address. */
function encoded(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.toWellFormed().slice(0, 1_000));
}

/** The same, now and then in a way that no browser writes. */
function pathPart(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const raw = fc.constantFrom(
    "%",
    "%zz",
    "%00",
    "%c0%80",
    "%E0%A4%A",
    "..%2f..",
    "%2e%2e",
    ";x",
    "a//b",
    "%ff",
    "%250a",
  );
  return fc.oneof({ weight: 9, arbitrary: value.map(encoded) }, { weight: 1, arbitrary: raw });
}

const visible = fc.stringMatching(/^[!-~ ]{0,40}$/);
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constant({}),
  fc.constantFrom<Record<string, string>>(
    { origin: "https://evil.example" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { "content-encoding": "gzip" },
    { "accept-encoding": "br;q=0, zstd, *;q=7" },
    { "if-none-match": "*", range: "bytes=5-1,-9,x" },
    { range: "bytes=0-0,2-2" },
    { "x-http-method-override": "DELETE", "x-original-url": "/api/users" },
    { "x-forwarded-for": "::ffff:1.2.3.4, garbage, %00", "x-forwarded-proto": "javascript" },
    { host: "evil.example" },
    { host: "[::1" },
    { expect: "100-continue" },
    { "transfer-encoding": "chunked" },
    { "idempotency-key": "" },
    { "idempotency-key": "k".repeat(300) },
    { "idempotency-key": "same" },
    { traceparent: "00-00000000000000000000000000000000-0000000000000000-zz" },
    { accept: "text/html;q=x, */*" },
    { authorization: "Bearer x.y.z" },
    { "x-long": "x".repeat(9_000) },
  ),
  fc.dictionary(
    fc.constantFrom(
      "accept",
      "accept-language",
      "user-agent",
      "referer",
      "if-modified-since",
      "cookie",
      "x-request-id",
    ),
    visible,
  ),
);
const oddTypes = fc.constantFrom(
  ...[
    "application/json; charset=utf-7",
    "Application/JSON",
    "application/json;",
    "text/plain",
    "application/x-www-form-urlencoded",
  ],
  ...[
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/json\tx",
    "image/png",
    "*/*",
    "application/vnd.api+json",
  ],
);

/** A form with a file, whole or in pieces. */
const forms = fc
  .record({
    name: fc.constantFrom("image", "file", "__proto__"),
    filename: pathPart(oddText),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.constant(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])),
    ),
    isEnded: chance(80),
  })
  .map(({ name, filename, content, isEnded }) =>
    Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      content,
      Buffer.from(isEnded ? "\r\n--x--\r\n" : ""),
    ]),
  );

/** The headers that a target does not do without. */
function usualHeaders({ name }: Target): fc.Arbitrary<Record<string, string>> {
  return name.endsWith("/refund") ? fc.record({ "idempotency-key": key }) : fc.constant({});
}

/** Requests to a target by somebody, from what nearly works to what nobody would send. */
export function requestsTo(target: Target, words: Vocabulary, cookie: string): fc.Arbitrary<FuzzedRequest> {
  const { known } = words;
  const wanted = fieldsFor(target.name, words);
  const content = fc.oneof({ weight: 9, arbitrary: wanted }, { weight: 1, arbitrary: hostile });
  const part = pathPart(
    fc.oneof({ weight: 4, arbitrary: idFor(target.name, known) }, { weight: 1, arbitrary: oddText }),
  );
  const shape = fc.record({
    text: jsonText(content),
    form: forms,
    type: fc.oneof({ weight: 12, arbitrary: fc.constant("application/json") }, { weight: 2, arbitrary: oddTypes }),
    hasBody: chance(92),
    part,
    fields: wanted,
    isTwice: chance(5),
    more: fc.oneof({ weight: 3, arbitrary: usualHeaders(target) }, { weight: 1, arbitrary: oddHeaders }),
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(target.method) },
      { weight: 1, arbitrary: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS") },
    ),
    isKnown: chance(95),
    batch: chance(10),
  });
  return shape.map((drawn): FuzzedRequest => {
    const { method } = drawn;
    const cookies = drawn.isKnown || cookie === "" ? cookie : `session=garbage; ${cookie}; session=`;
    const headers = { ...(cookies === "" ? {} : { cookie: cookies }), ...drawn.more };
    let path = target.path.replace(":id", drawn.part).replace("*", drawn.part);
    const once = Object.entries(drawn.fields).map(([name, value]) => `${name}=${encoded(value)}`);
    const pairs = drawn.isTwice ? [...once, ...once, "a[]=1", "__proto__[x]=1", "b=%zz"] : once;
    const sends = method !== "GET" && method !== "HEAD";
    if (target.isTyped && !sends) {
      const input = encodeURIComponent(drawn.text.slice(0, 3_000).toWellFormed());
      path += drawn.batch ? `,${target.path.slice("/trpc/".length)}?batch=1&input={"0":${input}}` : `?input=${input}`;
      path = path.replaceAll(/[{}"]/g, (character) => encodeURIComponent(character));
    } else if (pairs.length > 0) path += `?${pairs.join("&")}`;
    if (!sends || !drawn.hasBody) return { method, path, headers, body: undefined };
    if (target.name === "POST /api/upload")
      return {
        method,
        path,
        headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
        body: drawn.form,
      };
    return { method, path, headers: { ...headers, "content-type": drawn.type }, body: drawn.text };
  });
}
