import { type Agent, request } from "node:http";
import { addressUnits, type ForeignParser, headerUnits } from "./hostile-texts.ts";

const headMax = 15_000;
const bodyMax = 1_000_000;

/** Where untrusted text stand in a request's line. */
const addresses = [
  ...[
    "/",
    "/api/",
    "/api/products/",
    "/api/orders/",
    "/product/",
    "/search/",
    "/brand/",
    "/info/",
    "/admin/",
    "/sitemap-",
  ],
  ...["/uploads/", "/static/", "/trpc/", "/api/docs/", "/?", "/products?", "/products?keyword=", "/search?keyword="],
  ...["/api/products?keyword=", "/api/products?brand=", "/api/orders?after=", "/trpc/catalog.list?input="],
  ...["/trpc/catalog.list,catalog.find?batch=1&input=", "/unsubscribe?token=", "/stock-alerts/confirm?token="],
];

/** Headers that the shop reads, and where each one is read. */
const headers: [name: string, method: string, path: string][] = [
  ...["cookie", "accept", "accept-encoding", "accept-language", "if-none-match", "authorization", "trpc-accept"].map(
    (name): [string, string, string] => [name, "GET", "/trpc/catalog.featured"],
  ),
  ...["accept-encoding", "if-none-match", "if-modified-since", "x-forwarded-for", "x-request-id", "traceparent"].map(
    (name): [string, string, string] => [name, "GET", "/sitemap.xml"],
  ),
  ...["user-agent", "content-type", "origin", "sec-fetch-site", "idempotency-key"].map(
    (name): [string, string, string] => [name, "POST", "/api/users/auth"],
  ),
  ["range", "GET", "/uploads/none.webp"],
  ["range", "GET", "/static/icon.svg"],
  ["content-type", "POST", "/api/upload"],
  ["idempotency-key", "POST", "/api/orders"],
  ["last-event-id", "GET", "/api/orders/live?limit=x"],
  ["paypal-transmission-sig", "POST", "/api/webhooks/paypal"],
];

/** Bodies, whole or a text in one of their fields, by how they are written. */
const bodies: [path: string, type: string, write: (text: string) => string, limit?: number][] = [
  ...["/api/users/auth", "/trpc/account.signIn", "/api/webhooks/paypal", "/trpc/admin.infoPages.preview"].map(
    (path): [string, string, (text: string) => string] => [path, "application/json", (text) => text],
  ),
  ["/api/users/auth", "application/json", (text) => JSON.stringify({ email: text, password: text })],
  ["/trpc/account.register", "application/json", (text) => JSON.stringify({ name: text, email: text, password: text })],
  ["/trpc/admin.infoPages.preview", "application/json", (text) => JSON.stringify({ text })],
  ["/trpc/admin.products.create", "application/json", (text) => JSON.stringify({ name: text, description: text })],
  ["/api/orders", "application/json", (text) => JSON.stringify({ orderItems: text, shippingAddress: { city: text } })],
  ["/trpc/order.withdraw", "application/json", (text) => JSON.stringify({ orderNumber: text, email: text })],
  [
    "/api/upload",
    "multipart/form-data; boundary=x",
    (text) => `--x\r\ncontent-disposition: form-data; name="${text}"\r\n\r\n`,
  ],
  ["/api/videos", "multipart/form-data; boundary=x", (text) => `--x\r\n${text}`],
  ["/api/upload", "multipart/form-data; boundary=x", (text) => `--x\r\n${text}`],
  ["/unsubscribe", "application/x-www-form-urlencoded", (text) => text, 4_000],
];

/** Every place of a request in which a shop reads untrusted text, for somebody with a cookie. */
export function foreignRoutes({ origin }: { origin: string }, cookie: string, agent: Agent): ForeignParser[] {
  const ask = openAsking(origin, agent);
  return [
    ...addresses.map(
      (path): ForeignParser => ({
        name: `GET ${path}…`,
        limit: headMax,
        units: addressUnits,
        read: (text) => ask("GET", path + text, { cookie }),
      }),
    ),
    ...headers.map(
      ([name, method, path]): ForeignParser => ({
        name: `${name} of ${method} ${path}`,
        limit: headMax,
        units: headerUnits,
        read: (text) =>
          ask(
            method,
            path,
            { cookie, [name]: Buffer.from(text).toString("latin1") },
            method === "POST" ? "{}" : undefined,
          ),
      }),
    ),
    ...bodies.map(
      ([path, type, write, limit = bodyMax]): ForeignParser => ({
        name: `body of ${path}: ${write("…").slice(0, 80)}`,
        limit: limit / 5,
        read: (text) => ask("POST", path, { cookie, "content-type": type }, write(text)),
      }),
    ),
  ];
}

/** Sends a request as it is, and reads its answer to the end. Rejects when the connection ends before. */
function openAsking(origin: string, agent: Agent) {
  const { hostname, port } = new URL(origin);
  return (method: string, path: string, head: Record<string, string>, body?: string): Promise<void> =>
    new Promise((done, fail) => {
      const json = body === undefined ? {} : { "content-type": "application/json" };
      const call = request({ hostname, port, agent, method, path, headers: { ...json, ...head } }, (response) => {
        response.resume().once("end", done).once("error", fail);
      });
      call.once("error", fail);
      call.end(body);
    });
}
