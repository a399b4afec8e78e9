import { errorBodySchema } from "@shop/shared/errors";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeClientDir } from "../harness/client-files.ts";
import { makeManyProducts, makeProduct } from "../harness/factories.ts";
import { exchange, send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ clientDir: makeClientDir() });
const json = { "content-type": "application/json" };
const lineSchema = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string(),
  reqId: z.string().optional(),
  path: z.string().optional(),
  err: z.object({ type: z.string(), message: z.string(), stack: z.string() }).optional(),
});

/** Everything logged so far, each line proven to be one JSON object of the known shape. */
function events() {
  return shop.logLines.map((line) => {
    expect(line.trimEnd()).not.toMatch(/[\r\n]/);
    return lineSchema.parse(JSON.parse(line));
  });
}

/** Runs work while a column is missing, so that queries fail which were right before. */
async function withBrokenQueries(work: () => Promise<void>, table: string, column: string) {
  await shop.pool.query(`alter table ${table} rename column ${column} to gone`);
  try {
    await work();
  } finally {
    await shop.pool.query(`alter table ${table} rename column gone to ${column}`);
  }
}

/** The number that an answer names for whoever asks about it: that of the API, of a procedure or of a page. */
function requestIdOf(body: string): string {
  if (body.startsWith("<")) return /tell us this number: ([^<]+)</.exec(body)?.[1] ?? "";
  const answer = z
    .union([errorBodySchema, z.object({ error: z.object({ data: z.object({ requestId: z.string() }) }) })])
    .parse(JSON.parse(body));
  return "error" in answer ? answer.error.data.requestId : answer.requestId;
}

describe("the log of a failed query", () => {
  it("tells its cause by the request id of the answer, and nothing of what was sent", async () => {
    const marker = "marker4711";
    const answers: { status: number; body: string }[] = [];
    await withBrokenQueries(
      async () => {
        answers.push(await send(shop.origin, { path: `/api/products?keyword=${marker}` }));
        answers.push(await send(shop.origin, { path: `/search/${marker}` }));
        const input = encodeURIComponent(JSON.stringify({ keyword: marker }));
        answers.push(await send(shop.origin, { path: `/trpc/catalog.list?input=${input}` }));
      },
      "product_search",
      "lexemes",
    );
    await withBrokenQueries(
      async () => {
        const body = JSON.stringify({ name: marker, email: `${marker}@example.com`, password: `${marker} password` });
        answers.push(await send(shop.origin, { method: "POST", path: "/api/users", headers: json, body }));
        answers.push(await send(shop.origin, { method: "POST", path: "/trpc/account.register", headers: json, body }));
        answers.push(await send(shop.origin, { method: "POST", path: "/api/users/auth", headers: json, body }));
      },
      "users",
      "password_hash",
    );
    const logged = events();
    for (const { status, body } of answers) {
      expect(status).toBe(500);
      expect(body).not.toMatch(/42703|column|select|insert|Failed query/i);
      const requestId = requestIdOf(body);
      const causes = logged.filter((event) => event.reqId === requestId && event.err !== undefined);
      expect(causes).toMatchObject([{ level: 50, err: { type: "DatabaseError", message: "rejected 42703" } }]);
    }
    // The address of a page is no secret; everything else that was sent is.
    for (const line of shop.logLines.filter((one) => !one.includes(`"path":"/search/${marker}"`))) {
      expect(line).not.toMatch(/marker4711|Failed query|\bparams\b|\$argon2|select |insert /i);
    }
  });
});

describe("the log of a list that breaks off", () => {
  it("tells its cause, and nothing of the query", { tags: "wide" }, async () => {
    await makeProduct(shop.db);
    await makeManyProducts(shop.pool, { count: 3_000, description: "a word ".repeat(100) });
    // As browsers do, it takes a compressed answer.
    const answer = await fetch(`${shop.origin}/feeds/google-merchant.xml`);
    expect(answer.headers.get("content-encoding")).toMatch(/br|gzip/);
    const before = shop.logLines.length;
    await withBrokenQueries(() => expect(answer.text()).rejects.toThrow("terminated"), "product_images", "alt");
    const logged = shop.logLines.slice(before).filter((line) => line.includes('"level":50'));
    expect(logged.join("")).toContain('"message":"rejected 42703"');
    for (const line of logged) expect(line).not.toMatch(/Failed query|\bparams\b|select /i);
  });
});

describe("the log of a locked table", () => {
  it("names the time-out, and a page says that the shop is away", { tags: "wide" }, async () => {
    const id = await makeProduct(shop.db);
    const holder = await shop.pool.connect();
    await holder.query("begin; lock table products in access exclusive mode");
    const [home, product, rest, typed] = await Promise.all([
      send(shop.origin, { path: "/" }),
      send(shop.origin, { path: `/product/${id}` }),
      send(shop.origin, { path: "/api/products" }),
      send(shop.origin, { path: "/trpc/catalog.featured" }),
    ]);
    await holder.query("rollback");
    holder.release();
    for (const page of [home, product]) {
      expect(page).toMatchObject({
        status: 503,
        headers: { "content-type": "text/html; charset=utf-8", "retry-after": "2" },
      });
      expect(page.body.match(/<title>/g)).toHaveLength(1);
      expect(page.body).toContain('id="page-data"');
      expect(page.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
    }
    for (const answer of [rest, typed]) {
      expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
      expect(answer.body).toContain('"code":"UNAVAILABLE"');
    }
    const { requestId } = errorBodySchema.parse(JSON.parse(rest.body));
    expect(events().filter((event) => event.reqId === requestId && event.err !== undefined)).toMatchObject([
      { err: { type: "DatabaseError", message: "unavailable 55P03", stack: "" } },
    ]);
  });
});

describe("what callers write", () => {
  it("stays inside its line of the log", async () => {
    const before = shop.logLines.length;
    const evil = "\u001b[31mred\u001b[0m";
    for (const path of [
      "/api/products?keyword=a%0d%0a%7B%22level%22:60%7D",
      "/search/a%0a%7B%22level%22:60%7D",
      "/nowhere%1b%5b31m",
    ]) {
      await send(shop.origin, { path, headers: { "user-agent": "x\ty{}" } });
    }
    await exchange(
      shop.origin,
      `GET /api/brands?${evil} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${evil}\r\nConnection: close\r\n\r\n`,
    );
    const body = JSON.stringify({ name: 'a\r\n{"level":60}', email: "a@example.com", password: "x" });
    await send(shop.origin, { method: "POST", path: "/api/users", headers: json, body });
    const lines = shop.logLines.slice(before);
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const event of events().slice(before)) expect(event.level).toBe(30);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
    for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f]/);
  });

  it("is logged without what follows the question mark, and without cookies and passwords", async () => {
    const secret = "marker0815";
    await send(shop.origin, { path: `/api/products?keyword=${secret}`, headers: { cookie: `session=${secret}` } });
    await send(shop.origin, { path: `/?token=${secret}`, headers: { authorization: `Bearer ${secret}` } });
    await send(shop.origin, {
      method: "POST",
      path: "/api/users/auth",
      headers: json,
      body: JSON.stringify({ email: `${secret}@example.com`, password: secret }),
    });
    expect(shop.logLines.join("")).not.toContain(secret);
    expect(events()).toContainEqual(expect.objectContaining({ path: "/api/products", level: 30 }));
  });

  it("leaves health checks out of the log", async () => {
    const before = shop.logLines.length;
    for (const path of ["/healthz", "/readyz"]) expect((await send(shop.origin, { path })).status).toBe(200);
    expect(shop.logLines.length).toBe(before);
  });
});
