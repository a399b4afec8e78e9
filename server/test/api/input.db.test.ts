import { randomUUID } from "node:crypto";
import { errorBodySchema } from "@shop/shared/errors";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openRoles } from "../harness/accounts.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { exchange, type RawAnswer, send, statusesOf } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { timeLimit } from "../harness/time-limit.ts";
import { productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ pageSize: 5 });
const headersOf = openRoles(shop);
const json = { "content-type": "application/json" };

/** Expects a refusal in the one shape that refusals have, and gives its status and code. */
function refusalOf({ status, headers, body }: RawAnswer): { status: number; code: string } {
  const parsed = errorBodySchema.strict().parse(JSON.parse(body));
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(parsed.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(parsed.message).not.toMatch(/FST_ERR|node_modules|\bat \S+:\d+|select |Failed query|Unexpected token/i);
  return { status, code: parsed.code };
}

const trpcErrorSchema = z.strictObject({
  error: z.strictObject({
    message: z.string().min(1),
    code: z.number(),
    data: z.strictObject({
      path: z.string().optional(),
      httpStatus: z.number(),
      code: z.string(),
      errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
      requestId: z.string().optional(),
    }),
  }),
});

/** The same for tRPC, whose refusals have its own envelope. */
function trpcRefusalOf({ status, body }: RawAnswer): { status: number; code: string } {
  expect(body).not.toContain("stack");
  const { error } = trpcErrorSchema.parse([JSON.parse(body)].flat()[0]);
  expect(error.data.httpStatus).toBe(status);
  expect(error.message).not.toMatch(/Failed query|Unexpected token|JSON|No procedure/);
  return { status, code: error.data.code };
}

const invalid = { status: 400, code: "VALIDATION" };
const list = (query: string) => send(shop.origin, { path: `/api/products?${query}` });
const signIn = (body: string | Buffer, headers: Record<string, string> = json) =>
  send(shop.origin, { method: "POST", path: "/api/users/auth", headers, body });
const ask = (procedure: string, input: string) =>
  send(shop.origin, { path: `/trpc/${procedure}?input=${encodeURIComponent(input)}` });

describe("a search keyword", () => {
  it("with control characters or half a character is refused, in the query and in the typed input", async () => {
    for (const character of ["\u0000", "\u0007", "\u001b[31m", "a\r\nb", "a\tb", "\u007f"]) {
      const keyword = `a${character}b`;
      expect(refusalOf(await list(`keyword=${encodeURIComponent(keyword)}`))).toEqual(invalid);
      expect(trpcRefusalOf(await ask("catalog.list", JSON.stringify({ keyword })))).toEqual(invalid);
    }
    expect(trpcRefusalOf(await ask("catalog.list", '{"keyword":"a\\ud800b"}'))).toEqual(invalid);
  });

  it("in the language of the database is text like any other", async () => {
    // Names of their own: random ones can contain a number that a keyword asks for.
    const brandId = await makeBrand(shop.db, "Loom");
    const categoryId = await makeCategory(shop.db, "Light");
    await makeProduct(shop.db, { name: "Bystander lamp", brandId, categoryId });
    const name = `O'Neill "quoted" $1 ; -- \\ ok`;
    await makeProduct(shop.db, { name });
    for (const keyword of ["o'neill", '"quoted"', "$1", "\\ ok", name]) {
      const found = await productPageOf(shop, { keyword });
      expect(
        found.products.map((product) => product.name),
        keyword,
      ).toEqual([name]);
    }
    for (const keyword of [
      "' OR 1=1--",
      "'; select pg_sleep(9); --",
      "1' or '1'='1",
      "%27 or 1",
      "$2",
      "\\'",
      "; --",
    ]) {
      const started = performance.now();
      const found = await productPageOf(shop, { keyword });
      expect(
        found.products.map((product) => product.name),
        keyword,
      ).not.toContain("Bystander lamp");
      expect(performance.now() - started).toBeLessThan(timeLimit(2_000));
    }
    expect((await productPageOf(shop, { keyword: "bystander" })).products).toHaveLength(1);
  });

  it("in the language of patterns is text like any other, and costs no more", async () => {
    await makeProduct(shop.db, { name: "Blend of 70% linen" });
    await makeProduct(shop.db, { name: "case_b sleeve" });
    for (const [keyword, expected] of [
      ["%", []],
      ["_", []],
      ["70%", ["Blend of 70% linen"]],
      ["case_b", ["case_b sleeve"]],
      ["%%%", []],
      ["(", []],
      ["[a-z]", []],
      [".*", []],
      ["a{1000}", []],
      ["(a+)+$", []],
      [`(${"a".repeat(40)}+)+$`, []],
    ] as const) {
      const started = performance.now();
      const found = await productPageOf(shop, { keyword });
      expect(
        found.products.map((product) => product.name),
        keyword,
      ).toEqual(expected);
      expect(performance.now() - started, keyword).toBeLessThan(timeLimit(2_000));
    }
  });

  it("is decoded as addresses are, and refused where it cannot be", async () => {
    await makeProduct(shop.db, { name: "Green tea 🍵 set" });
    for (const keyword of ["green%20tea", "green+tea", "t%C3%A9a", "GREEN%20TEA%20%F0%9F%8D%B5"]) {
      const { status, body } = await list(`keyword=${keyword}`);
      expect(status, keyword).toBe(200);
      expect(body, keyword).toContain("Green tea 🍵 set");
    }
    for (const keyword of ["%E0%A4%A", "%", "%zz", "%C0%AF", "x".repeat(5_000)]) {
      const answer = await list(`keyword=${keyword}`);
      expect([200, 400], keyword.slice(0, 20)).toContain(answer.status);
      if (answer.status === 400) expect(refusalOf(answer)).toEqual(invalid);
    }
  });

  it("given twice, or as a list or an object, is refused or ignored", async () => {
    expect(refusalOf(await list("keyword=a&keyword=b"))).toEqual(invalid);
    for (const query of ["keyword[]=a", "keyword[$ne]=", "keyword[a][b]=c", "keyword%00=a", "&&&=&", "?keyword=a"]) {
      expect((await list(query)).status, query).toBe(200);
    }
    for (const keyword of [["a"], { $ne: "" }, 7, true]) {
      expect(trpcRefusalOf(await ask("catalog.list", JSON.stringify({ keyword })))).toEqual(invalid);
    }
  });
});

describe("a page number", () => {
  it("that makes no sense means the first page, given twice too", async () => {
    for (const query of [
      "pageNumber=2&pageNumber=3",
      "pageNumber[]=2",
      "pageNumber=",
      "pageNumber=%00",
      "pageNumber=%D9%A3",
    ]) {
      const { status, body } = await list(query);
      expect({ status, page: z.object({ page: z.number() }).parse(JSON.parse(body)).page }, query).toEqual({
        status: 200,
        page: 1,
      });
    }
    for (const pageNumber of [0, -1, 1.5, 1e21, null, [2], { a: 2 }, true]) {
      const { status, body } = await ask("catalog.list", JSON.stringify({ pageNumber }));
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ result: { data: { page: 1 } } });
    }
  });
});

describe("keys that mean something to JavaScript", () => {
  it("are ignored in a query and change nothing for others", async () => {
    for (const query of [
      "__proto__[polluted]=1",
      "constructor[prototype][polluted]=1",
      "__proto__=1",
      "hasOwnProperty=1",
    ]) {
      expect((await list(query)).status, query).toBe(200);
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("are refused in a body", async () => {
    for (const body of [
      '{"__proto__":{"isAdmin":true},"email":"a@b.co","password":"x"}',
      '{"email":"a@b.co","password":"x","more":{"__proto__":{"polluted":1}}}',
      '{"constructor":{"prototype":{"polluted":1}},"email":"a@b.co","password":"x"}',
      '{"\\u005f_proto__":{"polluted":1},"email":"a@b.co","password":"x"}',
    ]) {
      expect(refusalOf(await signIn(body)), body).toEqual(invalid);
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("do not name a procedure", async () => {
    for (const path of [
      "__proto__",
      "constructor",
      "catalog.__proto__",
      "catalog.constructor",
      "toString",
      "_def",
      "catalog._def.procedures",
    ]) {
      expect(trpcRefusalOf(await ask(path, "{}")), path).toEqual({ status: 404, code: "NOT_FOUND" });
    }
    expect((await ask("catalog.list", '{"__proto__":{"keyword":"a"},"constructor":1}')).status).toBe(200);
    expect(Reflect.get({}, "keyword")).toBeUndefined();
  });
});

describe("an id in a path", () => {
  it("that is none is not found, however it is written", async () => {
    const ids = [
      "abc",
      "%20",
      "%00",
      "..%2f",
      "..%5c",
      "%2e%2e",
      "-".repeat(36),
      "x".repeat(10_000),
      "%F0%9F%9B%92",
      "null",
    ];
    for (const room of ["products", "brands", "categories"]) {
      for (const id of ids) {
        const answer = await send(shop.origin, { path: `/api/${room}/${id}` });
        expect(refusalOf(answer), `${room}/${id.slice(0, 40)}`).toEqual({ status: 404, code: "NOT_FOUND" });
      }
    }
  });

  it("with broken encoding is refused, with the headers of every other answer", async () => {
    const answer = await send(shop.origin, { path: "/api/products/%E0%A4%A" });
    expect(refusalOf(answer)).toEqual(invalid);
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
  });
});

describe("a body", () => {
  it("that is not JSON is refused with a message", async () => {
    for (const body of [
      '{"email":"a@b.co"',
      '{"email":"a@b.co","password":"x",}',
      "{'email':'a@b.co','password':'x'}",
      "\ufeff{",
      Buffer.from('{"email":"a@b.co","password":"x"}', "utf16le"),
      Buffer.from([0xff, 0xfe, 0x00]),
      "undefined",
      "NaN",
      '{"email":"a@b.co","password":"x"}{}',
    ]) {
      expect(refusalOf(await signIn(body)), String(body)).toEqual(invalid);
    }
  });

  it("that is JSON but no object is refused with a message", async () => {
    for (const body of ["[]", '["a@b.co","x"]', '"text"', "7", "null", "true", "1e999"]) {
      expect(refusalOf(await signIn(body)), body).toEqual(invalid);
    }
  });

  it("is checked whatever its content type is spelt like, or not read at all", async () => {
    const wrong = '{"email":7,"password":"x"}';
    for (const type of [
      "application/json;",
      "application/json; charset=utf-8",
      "application/json; charset=utf-7",
      "APPLICATION/JSON",
      "application/json\t; charset=utf-8",
      "application/json ; a=b",
    ]) {
      const answer = await signIn(wrong, { "content-type": type });
      expect([400, 415], type).toContain(refusalOf(answer).status);
    }
    for (const type of [
      "text/plain",
      "text/plain; application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/json-patch+json",
      "text/json",
      "application/json, text/plain",
      " ",
      "json",
    ]) {
      const answer = await signIn(wrong, { "content-type": type });
      expect(refusalOf(answer), type).toEqual({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    }
    expect([400, 415]).toContain(refusalOf(await signIn(wrong, {})).status);
  });

  it("that is empty is no body, even when it is called JSON", async () => {
    for (const headers of [json, {}, { ...json, "content-length": "0" }]) {
      const answer = await send(shop.origin, { method: "POST", path: "/api/users/logout", headers });
      expect(answer).toMatchObject({ status: 200 });
    }
    expect(
      (await send(shop.origin, { method: "POST", path: "/api/users/logout", headers: json, body: " \n" })).status,
    ).toBe(200);
    expect((await send(shop.origin, { method: "POST", path: "/trpc/account.signOut", headers: json })).status).toBe(
      200,
    );
    expect(refusalOf(await signIn(""))).toEqual(invalid);
  });

  it("is taken up to one mebibyte and not a byte beyond", async () => {
    const around = '{"email":"a@b.co","password":"x","filler":""}';
    const ofSize = (size: number) => around.replace('""', `"${"x".repeat(size - around.length)}"`);
    expect(refusalOf(await signIn(ofSize(1_048_576)))).toEqual({ status: 401, code: "INVALID_CREDENTIALS" });
    expect(refusalOf(await signIn(ofSize(1_048_577)))).toEqual({ status: 413, code: "TOO_LARGE" });
    const trpc = { method: "POST", path: "/trpc/account.signIn", headers: json };
    expect((await send(shop.origin, { ...trpc, body: ofSize(1_048_577) })).status).toBe(413);
  });

  it("of two hundred thousand nested lists is refused in no time", async () => {
    const depth = 200_000;
    const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const started = performance.now();
    expect(refusalOf(await signIn(nested))).toEqual(invalid);
    expect(refusalOf(await signIn(`{"email":${nested},"password":"__proto__"}`))).toEqual(invalid);
    const answer = await send(shop.origin, {
      method: "POST",
      path: "/trpc/account.signIn",
      headers: json,
      body: `{"email":${nested},"password":"x"}`,
    });
    expect(trpcRefusalOf(answer)).toEqual(invalid);
    expect(performance.now() - started).toBeLessThan(timeLimit(3_000));
  });

  it("that is packed is not unpacked", async () => {
    for (const encoding of ["gzip", "GZIP", "br", "deflate", "zstd", "gzip, gzip", "unknown"]) {
      const answer = await signIn(Buffer.alloc(10_000), { ...json, "content-encoding": encoding });
      expect(refusalOf(answer), encoding).toEqual({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    }
    expect(
      (await signIn('{"email":"a@b.co","password":"x"}', { ...json, "content-encoding": "identity" })).status,
    ).toBe(401);
  });

  it("may hold keys that nobody asked for, which are neither kept nor told", async () => {
    const answer = await send(shop.origin, {
      method: "POST",
      path: "/api/users",
      headers: json,
      body: JSON.stringify({
        name: "Extra",
        email: "extra@example.com",
        password: "a password of some length",
        isAdmin: true,
        _id: "01900000-0000-7000-8000-000000000000",
        marker: "kept by nobody",
      }),
    });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toContain("kept by nobody");
    expect(JSON.parse(answer.body)).toMatchObject({ isAdmin: false });
    expect(JSON.parse(answer.body)._id).not.toBe("01900000-0000-7000-8000-000000000000");
  });
});

describe("a request's head", () => {
  const { host } = { host: "Host: localhost" };
  const alive = async () => expect((await fetch(`${shop.origin}/api/brands`)).status).toBe(200);

  it("that is too big is refused with 431", async () => {
    const raw = await exchange(shop.origin, `GET /api/brands HTTP/1.1\r\n${host}\r\nX: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(raw).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(refusalOf({ ...parseRaw(raw), status: 431 })).toEqual({ status: 431, code: "VALIDATION" });
    const longLine = await exchange(
      shop.origin,
      `GET /api/products?keyword=${"x".repeat(20_000)} HTTP/1.1\r\n${host}\r\n\r\n`,
    );
    expect(statusesOf(longLine)).toEqual([431]);
    await alive();
  });

  it("that is broken ends the connection after the answer to the whole request before it, and only after", async () => {
    // A body that the head does not tell of, or that is shorter there: the rest is no request.
    for (const last of ["Connection: close\r\n", ""]) {
      for (const length of ["Content-Length: 2\r\n", ""]) {
        const head = `HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\n${last}${length}`;
        // The router itself refuses the second.
        for (const [path, status] of [
          ["products", 405],
          ["products/%c0%80", 400],
        ] as const) {
          const raw = await exchange(shop.origin, `OPTIONS /api/${path} ${head}\r\n{} and more\r\n\r\n`);
          // Where the connection stays open, the rest may count as a request of its own.
          const answers = last === "" ? [[status], [status, 400]] : [[status]];
          expect(answers, raw).toContainEqual(statusesOf(raw));
        }
      }
    }
    await alive();
  });

  it("of two hundred fields is fine", async () => {
    const many = Array.from({ length: 200 }, (_, n) => `X-${n}: ${n}`).join("\r\n");
    const raw = await exchange(
      shop.origin,
      `GET /api/brands HTTP/1.1\r\n${host}\r\nConnection: close\r\n${many}\r\n\r\n`,
    );
    expect(statusesOf(raw)).toEqual([200]);
  });

  it("without a host is refused, and a strange host is no reason to fail", async () => {
    expect(statusesOf(await exchange(shop.origin, "GET /api/brands HTTP/1.1\r\n\r\n"))).toEqual([400]);
    for (const strange of [
      "evil.example",
      "[::",
      "a b",
      "localhost:99999",
      "%00",
      "<script>",
      "",
      "a/../b",
      "user@host",
    ]) {
      for (const path of ["/api/brands", "/trpc/catalog.brands", "/trpc/nothing", "/nowhere"]) {
        const raw = await exchange(
          shop.origin,
          `GET ${path} HTTP/1.1\r\nHost: ${strange}\r\nConnection: close\r\n\r\n`,
        );
        const [status = 0] = statusesOf(raw);
        expect([200, 400, 404], `${path} at host "${strange}": ${raw}`).toContain(status);
        expect(raw).not.toContain("evil.example");
        expect(raw).not.toContain("<script>");
      }
    }
  });

  it("with two lengths, or a length and chunks, is refused before anything could hide behind it", async () => {
    const hidden = "GET /api/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (const framing of [
      "Content-Length: 5\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: chunked\r\nContent-Length: 5",
      "Content-Length: 5\r\nContent-Length: 6",
      "Transfer-Encoding: chunked, identity",
      "Transfer-Encoding: xchunked",
      "Transfer-Encoding : chunked",
      "Content-Length: +5",
      "Content-Length: 0x5",
      "Content-Length: -1",
    ]) {
      const raw = await exchange(
        shop.origin,
        `POST /api/users/logout HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n0\r\n\r\n${hidden}`,
        1_000,
      );
      expect(statusesOf(raw), `${framing}: ${raw}`).toEqual([400]);
    }
    await alive();
  });

  it("with an absolute address is answered for its path, and the next request on the connection for its own", async () => {
    const raw = await exchange(
      shop.origin,
      `GET http://evil.example/api/brands HTTP/1.1\r\n${host}\r\n\r\nGET /api/nothing HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
    );
    const [first, second] = statusesOf(raw);
    expect([200, 400, 404]).toContain(first);
    if (first !== 400) expect(second).toBe(404);
    expect(raw).not.toContain("evil.example");
  });

  it("that is no HTTP at all is refused", async () => {
    for (const bytes of [
      "\r\n\r\nHELLO\r\n\r\n",
      "GET /api/brands HTTP/9.9\r\n\r\n",
      "\u0016\u0003\u0001\u0000\u0000",
    ]) {
      const raw = await exchange(shop.origin, bytes, 1_000);
      for (const status of statusesOf(raw)) expect([400, 505]).toContain(status);
    }
    await alive();
  });
});

describe("tRPC", () => {
  it("refuses input that is not JSON, not an object or not encoded, without a stack", async () => {
    for (const input of ["{", "[", "'a'", "undefined", "\u0000", '{"id":']) {
      expect(trpcRefusalOf(await ask("catalog.product", input)), input).toEqual(invalid);
    }
    for (const input of ["[]", "7", "null", '"text"', "{}", '{"id":7}', '{"id":null}', '{"id":["a"]}']) {
      expect(trpcRefusalOf(await ask("catalog.product", input)), input).toEqual(invalid);
    }
    for (const path of [
      "/trpc/%25",
      "/trpc/%2525",
      "/trpc/catalog.list?input=%",
      "/trpc/catalog.list?input=%E0%A4%A",
      "/trpc/%00",
    ]) {
      const { status, body } = await send(shop.origin, { path });
      expect([400, 404], `${path}: ${body}`).toContain(status);
      expect(body).not.toContain("stack");
    }
    const posted = { method: "POST", path: "/trpc/account.signIn", headers: json };
    for (const body of ["{", "", "[]", "null", '{"json":{"email":1}}']) {
      expect(trpcRefusalOf(await send(shop.origin, { ...posted, body })), body).toEqual(invalid);
    }
  });

  it("keeps reading and writing apart", async () => {
    const posted = { method: "POST", headers: json, body: "{}" };
    for (const path of ["/trpc/account.signIn?input=%7B%7D", "/trpc/account.signOut", "/trpc/review.create"]) {
      expect(trpcRefusalOf(await send(shop.origin, { path })).status, path).toBe(405);
    }
    expect(trpcRefusalOf(await send(shop.origin, { ...posted, path: "/trpc/catalog.list" })).status).toBe(405);
    expect(
      trpcRefusalOf(await send(shop.origin, { path: "/trpc/catalog.brands,account.signOut?batch=1&input=%7B%7D" }))
        .status,
    ).toBe(400);
  });

  it("takes ten calls at once and no more, with names of any length", async () => {
    const batch = (n: number) =>
      send(shop.origin, {
        path: `/trpc/${Array.from({ length: n }, () => "catalog.categories").join(",")}?batch=1&input=%7B%7D`,
      });
    const ten = await batch(10);
    expect(ten.status).toBe(200);
    expect(JSON.parse(ten.body)).toHaveLength(10);
    for (const n of [11, 500]) expect(trpcRefusalOf(await batch(n)), `${n} calls`).toEqual(invalid);
    const { status, body } = await batch(5_000);
    expect([400, 414, 431]).toContain(status);
    expect(body).not.toContain("stack");
  });

  it("reads nothing but JSON", async () => {
    const body = '{"email":"a@b.co","password":"x"}';
    for (const type of [
      "multipart/form-data; boundary=x",
      "application/octet-stream",
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonx",
      "",
    ]) {
      for (const path of ["/trpc/account.signOut", "/trpc/account.signIn", "/trpc/nothing"]) {
        const answer = await send(shop.origin, {
          method: "POST",
          path,
          headers: type === "" ? {} : { "content-type": type },
          body,
        });
        expect(trpcRefusalOf(answer), `${path} as ${type}`).toEqual({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
      }
    }
  });

  it("does not wait for sixty megabytes that it will not read", async () => {
    const before = process.memoryUsage().rss;
    const size = 60 * 1_048_576;
    const head = `POST /trpc/account.signOut HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${size}\r\n\r\n`;
    const started = performance.now();
    // Only the beginning is ever sent: the answer must not depend on the rest.
    const raw = await exchange(shop.origin, Buffer.concat([Buffer.from(head), Buffer.alloc(65_536, 1)]), 500);
    expect(statusesOf(raw)).toEqual([415]);
    expect(performance.now() - started).toBeLessThan(timeLimit(2_000));
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1_048_576);
  });

  it("to a method that a path does not have names those that it has", async () => {
    for (const path of ["/healthz", "/readyz", "/robots.txt", "/sitemap.xml"]) {
      for (const method of ["POST", "PUT", "DELETE"]) {
        const answer = await send(shop.origin, { method, path });
        expect(refusalOf(answer), path).toEqual({ status: 405, code: "METHOD_NOT_ALLOWED" });
        expect(answer.headers.allow?.split(", ").sort(), path).toEqual(["GET", "HEAD"]);
      }
      expect((await send(shop.origin, { method: "HEAD", path })).status, path).toBe(200);
    }
    expect(refusalOf(await send(shop.origin, { method: "POST", path: "/nothing" })).status).toBe(404);
  });

  it("says when to come back, as the other transport does", async () => {
    await shop.pool.query("alter table brands rename to brands_away");
    try {
      const id = randomUUID();
      for (const answer of [
        await send(shop.origin, { path: `/api/brands/${id}` }),
        await ask("catalog.brand", JSON.stringify({ id })),
      ]) {
        expect(answer.status).toBe(500);
        expect(answer.body).toContain("An unknown error occurred");
        expect(answer.body).not.toMatch(/brands_away|relation|select|42P01|stack/);
      }
    } finally {
      await shop.pool.query("alter table brands_away rename to brands");
    }
  });
});

describe("an answer", () => {
  it("to a refused call has a message, a code, a request id and nothing else, in the log too", async () => {
    const headers = await headersOf("customer");
    const answers = [
      await send(shop.origin, { path: "/api/nothing" }),
      await send(shop.origin, { path: "/api/users" }),
      await send(shop.origin, { path: "/api/users", headers }),
      await signIn("{}"),
      await signIn('{"email":"nobody@example.com","password":"wrong password"}'),
    ];
    expect(answers.map((answer) => refusalOf(answer))).toEqual([
      { status: 404, code: "NOT_FOUND" },
      { status: 401, code: "UNAUTHENTICATED" },
      { status: 403, code: "FORBIDDEN" },
      invalid,
      { status: 401, code: "INVALID_CREDENTIALS" },
    ]);
    const logged = shop.logLines.map((line) =>
      z.object({ reqId: z.string().optional(), status: z.number().optional() }).parse(JSON.parse(line)),
    );
    for (const { status, body } of answers) {
      const { requestId } = errorBodySchema.parse(JSON.parse(body));
      expect(logged).toContainEqual({ reqId: requestId, status });
    }
  });
});

/** The parts of one raw answer. */
function parseRaw(raw: string): RawAnswer {
  const [head = "", body = ""] = raw.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 2)]),
  );
  return { status: Number(line.split(" ")[1]), headers, body };
}
