import {
  createTRPCClient,
  createTRPCUntypedClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  TRPCClientError,
} from "@trpc/client";
import { describe, expect, it } from "vitest";
import type { AppRouter } from "../../src/http/trpc/router.ts";
import { makeBrand, makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { makeCustomer } from "../harness/test-client.ts";

const origin = "http://localhost:3000";
const shop = startTestShop({ publicOrigin: origin });
const json = { "content-type": "application/json" };
const links = { httpLink, httpBatchLink, httpBatchStreamLink };
const linkNames = ["httpLink", "httpBatchLink", "httpBatchStreamLink"] as const;

function clientOf(link: (typeof linkNames)[number], headers: Record<string, string> = {}) {
  return createTRPCClient<AppRouter>({ links: [links[link]({ url: `${shop.origin}/trpc`, headers })] });
}

/** The refusal of a call, as the official client reports it. */
async function refusalOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof TRPCClientError)) throw new Error(`no refusal: ${error}`);
  const { message, shape } = error;
  return { message, code: shape?.code, httpStatus: shape?.data?.httpStatus, shopCode: shape?.data?.code };
}

describe.each(linkNames)("the official client with %s", (link) => {
  it("reads one procedure and several at once", async () => {
    await makeBrand(shop.db, `Brand of ${link}`);
    await makeProduct(shop.db, { name: `Product of ${link}` });
    const client = clientOf(link);
    const [list, brands] = await Promise.all([
      client.catalog.list.query({ keyword: `Product of ${link}` }),
      client.catalog.brands.query(),
    ]);
    expect(list.products.map(({ name }) => name)).toEqual([`Product of ${link}`]);
    expect(brands.map(({ name }) => name)).toContain(`Brand of ${link}`);
    expect(await client.catalog.categories.query()).toEqual(expect.any(Array));
  });

  it("places two orders at once and is answered both", async () => {
    const customer = await makeCustomer(shop);
    const client = clientOf(link, { cookie: customer.cookieHeader });
    const product = await makeProduct(shop.db);
    const order = {
      orderItems: [{ product, qty: 1 }],
      shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
      paymentMethod: "PayPal" as const,
    };
    const placed = await Promise.all([client.order.place.mutate(order), client.order.place.mutate(order)]);
    const mine = await client.order.mine.query();
    expect(mine.map(({ _id }) => _id).sort()).toEqual(placed.map(({ _id }) => _id).sort());
    expect(mine).toHaveLength(2);
  });

  it("is told which call was refused and why", async () => {
    const client = clientOf(link);
    const [brands, profile, product] = await Promise.allSettled([
      client.catalog.brands.query(),
      refusalOf(client.account.profile.query()),
      refusalOf(client.catalog.product.query({ id: "unknown" })),
    ]);
    expect(brands).toMatchObject({ status: "fulfilled" });
    expect(profile).toMatchObject({ value: { code: -32001, httpStatus: 401, shopCode: "UNAUTHENTICATED" } });
    expect(product).toMatchObject({
      value: { message: "Product not found", code: -32004, httpStatus: 404, shopCode: "NOT_FOUND" },
    });
  });

  it("is told why all calls were refused", async () => {
    const client = clientOf(link);
    const refusals = await Promise.all([
      refusalOf(client.account.profile.query()),
      refusalOf(client.order.mine.query()),
      refusalOf(client.catalog.list.query({ keyword: "x".repeat(101) })),
    ]);
    expect(refusals).toMatchObject([
      { code: -32001, httpStatus: 401, shopCode: "UNAUTHENTICATED" },
      { code: -32001, httpStatus: 401, shopCode: "UNAUTHENTICATED" },
      { code: -32600, httpStatus: 400, shopCode: "VALIDATION" },
    ]);
    const both = [refusalOf(client.account.profile.query()), refusalOf(client.order.mine.query())];
    expect(await Promise.all(both)).toMatchObject([{ httpStatus: 401 }, { httpStatus: 401 }]);
  });

  it("is told of refusals that come before any procedure", async () => {
    const foreign = clientOf(link, { origin: "https://evil.example" });
    expect(await refusalOf(foreign.account.signOut.mutate())).toEqual({
      message: "This request comes from another site",
      code: -32003,
      httpStatus: 403,
      shopCode: "BAD_ORIGIN",
    });
    const large = { email: "a@b.co", password: "x".repeat(1_048_577) };
    expect(await refusalOf(clientOf(link).account.signIn.mutate(large))).toMatchObject({
      code: -32013,
      httpStatus: 413,
      shopCode: "TOO_LARGE",
    });
  });

  it("is told that a procedure does not exist, or not by this method", async () => {
    const { origin: address } = shop;
    const untyped = createTRPCUntypedClient<AppRouter>({ links: [links[link]({ url: `${address}/trpc` })] });
    expect(await refusalOf(untyped.query("catalog.nothing"))).toEqual({
      message: "Not found",
      code: -32004,
      httpStatus: 404,
      shopCode: "NOT_FOUND",
    });
    const posting = createTRPCClient<AppRouter>({
      links: [links[link]({ url: `${address}/trpc`, methodOverride: "POST" })],
    });
    expect(await refusalOf(posting.catalog.brands.query())).toMatchObject({ code: -32005, httpStatus: 405 });
  });
});

describe.each(["httpBatchLink", "httpBatchStreamLink"] as const)("a batch of %s", (link) => {
  it("that is too large is refused with a sentence", async () => {
    const client = clientOf(link);
    const refusals = await Promise.all(Array.from({ length: 11 }, () => refusalOf(client.catalog.brands.query())));
    for (const refusal of refusals) {
      expect(refusal).toEqual({
        message: "A batch holds at most 10 calls",
        code: -32600,
        httpStatus: 400,
        shopCode: "VALIDATION",
      });
    }
  });
});

describe("a tRPC request", () => {
  it("by HEAD runs nothing and is answered 204", async () => {
    for (const procedure of ["catalog.brands", "account.signOut", "nothing"]) {
      const answer = await send(shop.origin, { method: "HEAD", path: `/trpc/${procedure}` });
      expect(answer, procedure).toMatchObject({ status: 204, body: "" });
    }
  });

  it.each([
    ["an unknown method", "PUT", json, 405, -32005],
    ["an unknown content type", "POST", { "content-type": "text/plain" }, 415, -32015],
    ["a compressed body", "POST", { ...json, "content-encoding": "gzip" }, 415, -32015],
  ])("with %s is refused in tRPC's error shape", async (...[_what, method, headers, status, code]) => {
    const answer = await send(shop.origin, { method, path: "/trpc/account.signOut", headers, body: "{}" });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      error: {
        message: expect.any(String),
        code,
        data: { httpStatus: status, code: expect.any(String), requestId: expect.any(String) },
      },
    });
  });

  it("is answered in JSON lines only as a batch whose sender asks for them", async () => {
    const accept = { "trpc-accept": "application/jsonl" };
    const batch = "/trpc/catalog.brands,account.profile?batch=1&input=%7B%7D";
    const lines = await send(shop.origin, { path: batch, headers: accept });
    expect(lines).toMatchObject({ status: 207, headers: { "content-type": "application/jsonl; charset=utf-8" } });
    expect(JSON.parse(lines.body)).toMatchObject({
      0: [[{ result: {} }]],
      1: [[{ error: { data: { httpStatus: 401 } } }]],
    });
    expect(lines.body.endsWith("\n")).toBe(true);
    for (const [path, headers] of [
      [batch, {}],
      ["/trpc/catalog.brands", accept],
    ] as const) {
      const plain = await send(shop.origin, { path, headers });
      expect(plain.headers["content-type"]).toBe("application/json; charset=utf-8");
    }
  });
});
