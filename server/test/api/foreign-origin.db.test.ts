import { errorBodySchema } from "@shop/shared/errors";
import { describe, expect, it } from "vitest";
import { procedures, routes } from "../harness/access-matrix.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  fromTrpc,
  isSignedIn,
  makeAdmin,
  makeCustomer,
  storedState,
  successOf,
  TestClient,
  transports,
} from "../harness/test-client.ts";
import { width } from "../harness/width.ts";

const origin = "http://localhost:3000";
const shop = startTestShop({ publicOrigin: origin });
const json = { "content-type": "application/json" };

/** Every request that may change something, from the table of all there are, with its place among them. */
const unsafe = [
  ...Object.keys(routes)
    .map((route) => route.split(" "))
    .map(([method = "", path = ""]) => ({ method, path }))
    .filter(({ method, path }) => !["GET", "HEAD", "OPTIONS"].includes(method) && path.startsWith("/api/")),
  ...Object.entries(procedures)
    .filter(([, { type }]) => type === "mutation")
    .map(([name]) => ({ method: "POST", path: `/trpc/${name}` })),
].map((request, place) => ({ ...request, place }));

/** What a browser says of a request that a page of another site makes. */
const foreign: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "" },
  { origin: `${origin}.evil.example` },
  { origin: "http://localhost:3000@evil.example" },
  { origin: "http://evil-localhost:3000" },
  { origin: "http://localhost:30000" },
  { origin: "http://localhost" },
  { origin: "https://localhost:3000" },
  { origin: "http://127.0.0.1:3000" },
  { origin: `${origin}/` },
  { origin: `${origin}, https://evil.example` },
  { origin: "file://" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "cross-site", origin },
  { "sec-fetch-site": "same-site", origin },
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "same-origin, cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "", origin },
];

/** As many of the kinds as a request is tried with; neighbors begin at different ones, so that each kind meets some. */
function kindsFor(place: number): typeof foreign {
  const first = (place * width.foreignKinds) % foreign.length;
  return [...foreign.slice(first), ...foreign].slice(0, Math.min(width.foreignKinds, foreign.length));
}

async function makeScene() {
  const [admin, victim] = [await makeAdmin(shop), await makeCustomer(shop)];
  return { admin, victim, product: await makeProduct(shop.db) };
}
let made: ReturnType<typeof makeScene> | undefined;

/** An administrator whose browser is abused, somebody to do harm to, and a product; for all tests, as none may change them. */
function scene() {
  made ??= makeScene();
  return made;
}

/** A body with which every one of the requests would do something. */
function harmful(victim: { id: string; email: string }, product: string): string {
  return JSON.stringify({
    id: victim.id,
    productId: product,
    name: "Taken over",
    email: `evil-${victim.email}`,
    password: "known to evil 1",
    isAdmin: true,
    rating: 1,
    comment: "Bad",
    orderItems: [{ product, qty: 1 }],
    shippingAddress: { address: "1 Evil St", city: "Evil", postalCode: "666", country: "Evil" },
    paymentMethod: "PayPal",
  });
}
const aim = (path: string, victim: { id: string }, product: string) =>
  path.replace(":id", path.startsWith("/api/users") ? victim.id : product);

/** Everything there is, orders included. */
async function everything() {
  const orders = (await shop.pool.query("select id from orders order by id")).rows;
  const products = (await shop.pool.query("select * from products order by id")).rows;
  return { state: await storedState(shop), orders, products };
}

describe("another site's page", () => {
  it.each(unsafe)("cannot borrow a customer's cookie for $method $path", async ({ method, path, place }) => {
    const { admin, victim, product } = await scene();
    const before = await everything();
    for (const headers of kindsFor(place)) {
      const response = await admin.send(aim(path, victim, product), {
        method,
        headers: { ...json, ...headers },
        body: harmful(victim, product),
      });
      expect(response.status, JSON.stringify(headers)).toBe(403);
      const refusal: unknown = await response.json();
      expect(errorBodySchema.parse(path.startsWith("/trpc/") ? fromTrpc(refusal) : refusal).code).toBe("BAD_ORIGIN");
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await everything()).toEqual(before);
  });

  it.each(unsafe)("cannot send what needs no permission to $method $path", async ({ method, path }) => {
    const { admin, victim, product } = await scene();
    const before = await everything();
    const body = harmful(victim, product);
    const simple: { type: string | undefined; body: string | undefined }[] = [
      { type: "text/plain", body },
      { type: "text/plain;charset=UTF-8", body },
      { type: "text/plain; application/json", body },
      { type: "application/x-www-form-urlencoded", body: `isAdmin=true&id=${victim.id}` },
      {
        type: "multipart/form-data; boundary=x",
        body: '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n{}\r\n--x--\r\n',
      },
      { type: "application/json-not", body },
      { type: "text/plain", body: undefined },
      { type: "multipart/form-data; boundary=x", body: undefined },
    ];
    for (const { type, body } of simple) {
      const headers = type === undefined ? {} : { "content-type": type };
      for (const more of [{}, { origin: "https://evil.example" }]) {
        const response = await admin.send(aim(path, victim, product), {
          method,
          headers: { ...headers, ...more },
          ...(body === undefined ? {} : { body }),
        });
        // Forms are what images and videos are sent in; these hold none.
        const isRead =
          /^\/api\/(upload|videos|imports|reviews\/photos)$/.test(path) && type?.startsWith("multipart/form-data");
        // The import that images are sent for is looked up before they are read.
        const isFound = !(path === "/api/imports/:id/images" && type?.startsWith("multipart/form-data"));
        const expected = "origin" in more ? 403 : isRead ? 400 : isFound ? 415 : 404;
        expect(response.status, `${type} ${body} ${JSON.stringify(more)}`).toBe(expected);
      }
    }
    expect(await everything()).toEqual(before);
    expect(await isSignedIn(admin)).toBe(true);
  });

  it("cannot sign a customer out by a form without fields, nor by a batch of multipart calls", async () => {
    const ada = await makeCustomer(shop);
    const requests: { path: string; headers: Record<string, string>; body?: string }[] = [
      { path: "/api/users/logout", headers: { origin: "https://evil.example" } },
      { path: "/api/users/logout", headers: { "sec-fetch-site": "cross-site", "content-type": "text/plain" } },
      {
        path: "/trpc/account.signOut",
        headers: { origin: "null", "content-type": "multipart/form-data; boundary=x" },
        body: "--x--\r\n",
      },
      {
        path: "/trpc/account.signOut",
        headers: { "content-type": "multipart/form-data; boundary=x" },
        body: "--x--\r\n",
      },
      { path: "/trpc/account.signOut", headers: { "content-type": "application/octet-stream" }, body: "x" },
      { path: "/trpc/account.signOut", headers: {} },
      {
        path: "/trpc/account.signOut,account.signOut?batch=1",
        headers: { "content-type": "multipart/form-data; boundary=x" },
        body: "--x--\r\n",
      },
    ];
    for (const { path, ...request } of requests) {
      const response = await ada.send(path, { method: "POST", ...request });
      expect([403, 415], `${path} ${JSON.stringify(request)}`).toContain(response.status);
      expect(await isSignedIn(ada)).toBe(true);
    }
  });

  it("changes nothing by an address that is only opened", async () => {
    const { admin, victim, product } = await scene();
    const before = await everything();
    const input = encodeURIComponent(harmful(victim, product));
    for (const { method: own, path } of unsafe) {
      for (const method of ["GET", "HEAD"]) {
        const target = aim(path, victim, product);
        const response = await admin.send(path.startsWith("/trpc") ? `${target}?input=${input}` : target, { method });
        await response.text();
        const isReading = `GET ${path}` in routes;
        const isTrpcHead = method === "HEAD" && path.startsWith("/trpc/");
        // "logout" matches the pattern of a user's id.
        const expected = isReading ? [200, 404] : isTrpcHead ? [204] : [404, 405];
        expect(expected, `${method} instead of ${own} ${path}`).toContain(response.status);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    }
    for (const query of ["_method=DELETE", "_method=PUT&isAdmin=true"]) {
      await (
        await admin.send(`/api/users/${victim.id}?${query}`, { headers: { "x-http-method-override": "DELETE" } })
      ).text();
    }
    expect(await everything()).toEqual(before);
  });

  it("is given no permission to read answers", async () => {
    const admin = await makeAdmin(shop);
    for (const path of ["/api/users", "/api/users/profile", "/trpc/account.profile", "/api/products"]) {
      for (const method of ["GET", "OPTIONS"]) {
        const response = await admin.send(path, {
          method,
          headers: { origin: "https://evil.example", "access-control-request-method": "DELETE" },
        });
        await response.text();
        const allowed = [...response.headers.keys()].filter((name) => name.startsWith("access-control"));
        expect(allowed, `${method} ${path}`).toEqual([]);
      }
    }
  });
});

describe.each(transports)("through %s", (transport) => {
  it.each([
    ["a program that says nothing of where it is", {}],
    ["a page of our own in a browser that says so", { "sec-fetch-site": "same-origin", origin }],
    ["a page of our own in an older browser", { origin }],
  ])("%s gets in", async (_who, headers: Record<string, string>) => {
    const ada = await makeCustomer(shop);
    const client = new TestClient(shop, headers);
    const body = { email: ada.email, password: ada.password };
    expect((await client.does(transport, "signIn", { body })).status).toBe(200);
    const change = { name: "Ada", email: ada.email };
    expect((await client.does(transport, "updateProfile", { body: change })).status).toBe(200);
    const id = await makeProduct(shop.db);
    const review = await client.does(transport, "createReview", { id, body: { rating: 5, comment: "Good" } });
    expect(review.status).toBe(successOf(transport, "createReview"));
    expect((await client.does(transport, "signOut")).status).toBe(200);
    expect(await isSignedIn(client)).toBe(false);
  });
});
