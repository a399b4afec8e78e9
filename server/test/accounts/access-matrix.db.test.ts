import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { builtInPermissions, type Permission } from "@shop/shared/account/permissions";
import { errorBodySchema } from "@shop/shared/errors";
import type { FastifyInstance } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { procedureTypes } from "../../src/http/trpc/procedure-types.ts";
import { type Access, procedures, routeNeeds, routeNeedsAny, routes } from "../harness/access-matrix.ts";
import { openRoles, type Role, register } from "../harness/accounts.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { exchange, send, statusesOf } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

// Routes tell of themselves only while they are added, so the application has to be met as it is made.
const registered = new Set<string>();
const madeSchema = z.object({
  fastify: z.custom<FastifyInstance>((value) => typeof value === "object" && value !== null && "addHook" in value),
});
function listen(message: unknown) {
  madeSchema.parse(message).fastify.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) registered.add(`${one} ${url}`);
  });
}
subscribe("fastify.initialization", listen);
afterAll(() => unsubscribe("fastify.initialization", listen));

const shop = startTestShop({ clientDir: makeClientDir() });
const headersOf = openRoles(shop);
const unknownId = "01900000-0000-7000-8000-000000000000";
const json = { "content-type": "application/json" };
const staff = ["manager", "orders", "products", "support"] as const;
const rank: Record<Access, number> = { anyone: 0, customer: 1, admin: 2 };
const roles: Role[] = ["nobody", "customer", "admin", ...staff];
const rankOf = (role: Role) => (role === "nobody" ? 0 : role === "customer" ? 1 : 2);

/** Whether a role permits all of these; an administrator without one is an owner. */
function permits(role: Role, needs: readonly Permission[]): boolean {
  if (role === "nobody" || role === "customer") return false;
  const permitted = builtInPermissions[role === "admin" ? "owner" : role];
  return needs.every((permission) => permitted.includes(permission));
}

/** What a route needs, of which there is a choice for some. */
function needsOf(role: Role, route: string): readonly Permission[] {
  const choice = routeNeedsAny[route] ?? [];
  return [...(routeNeeds[route] ?? []), ...(choice.some((each) => permits(role, [each])) ? [] : choice)];
}

const isOwnDeletion = (act: string) => act === "DELETE /api/users/profile" || act === "account.deleteAccount";

/** Whoever signs out or deletes the account has to come anew, so that one session serves all other calls. */
async function callerHeaders(role: Role, act: string): Promise<Record<string, string>> {
  if (role === "nobody" || !(/logout|signOut/.test(act) || isOwnDeletion(act))) return headersOf(role);
  return { cookie: (await register(shop, role)).cookie };
}

/** What a refused caller must be told; nothing for those who may. */
function refusalFor(role: Role, { who, needs = [] }: { who: Access; needs?: readonly Permission[] }, act: string) {
  if (rankOf(role) === 2 && isOwnDeletion(act)) return { status: 403, code: "FORBIDDEN" };
  if (rankOf(role) >= rank[who] && (who !== "admin" || permits(role, needs))) return undefined;
  return role === "nobody" ? { status: 401, code: "UNAUTHENTICATED" } : { status: 403, code: "FORBIDDEN" };
}

const paths = [...new Set(Object.keys(routes).map((route) => route.split(" ")[1] ?? ""))];
const isCall = (path: string) => path.startsWith("/api/");
const fill = (path: string, id: string) =>
  path.replace(":id", id).replace(":path", "catalog.brands").replace("*", "nowhere");

/** The methods of a path by the table; HEAD answers wherever GET does. */
function allowedAt(path: string): string[] {
  const named = Object.keys(routes)
    .map((route) => route.split(" "))
    .filter(([, other = ""]) => new RegExp(`^${other.replaceAll(".", "\\.").replaceAll(":id", "[^/]+")}$`).test(path));
  const allowed = new Set(named.map(([method = ""]) => method));
  if (allowed.has("GET")) allowed.add("HEAD");
  return [...allowed].sort();
}

describe("the table of who may do what", () => {
  it("names every route that the application registers, and no other", () => {
    // The tRPC plugin takes every method of its path; a test below shows that only two get through.
    const isHeadOfGet = (route: string) => route.startsWith("HEAD ") && registered.has(route.replace("HEAD", "GET"));
    const known = [...registered].filter((route) => {
      if (route in routes) return true;
      return !isHeadOfGet(route) && !/^(?!GET |POST )\w+ \/trpc\//.test(route);
    });
    expect(known.sort()).toEqual(Object.keys(routes).sort());
  });

  it("names every procedure of tRPC with its kind, and no other", () => {
    expect([...procedureTypes].sort()).toEqual(
      Object.entries(procedures)
        .map(([name, { type }]) => [name, type])
        .sort(),
    );
  });
});

describe("guests", () => {
  const documented = Object.entries(routes)
    .map(([route, who]) => ({ method: route.split(" ")[0] ?? "", path: route.split(" ")[1] ?? "", who }))
    .filter(({ path }) => isCall(path));

  it.each(documented)("get no further than they may with $method $path", async ({ method, path, who }) => {
    for (const role of roles) {
      for (const id of [unknownId, "abc"]) {
        const { status, body } = await send(shop.origin, {
          method,
          path: fill(path, id),
          headers: { ...json, ...(await callerHeaders(role, `${method} ${path}`)) },
          // Neither the id nor the body is any good, which nobody may learn who has no business here.
          ...(method === "POST" || method === "PUT" ? { body: "{}" } : {}),
        });
        const refusal = refusalFor(role, { who, needs: needsOf(role, `${method} ${path}`) }, `${method} ${path}`);
        if (refusal === undefined) expect([200, 201, 400, 404, 415], `${role}: ${body}`).toContain(status);
        else {
          const { code } = errorBodySchema.parse(JSON.parse(body));
          expect({ status, code }, role).toEqual(refusal);
        }
      }
    }
  });

  const called = Object.entries(procedures).map(([name, more]) => ({ name, ...more }));

  it.each(called)("get no further than they may with $name", async ({ name, type, who, needs }) => {
    for (const role of roles) {
      const headers = { ...json, ...(await callerHeaders(role, name)) };
      const { status, body } = await (type === "query"
        ? send(shop.origin, { path: `/trpc/${name}?input=${encodeURIComponent('{"id":7}')}`, headers })
        : send(shop.origin, { method: "POST", path: `/trpc/${name}`, headers, body: '{"id":7}' }));
      const refusal = refusalFor(role, { who, ...(needs !== undefined && { needs }) }, name);
      if (refusal === undefined) expect([200, 400, 404], `${role}: ${body}`).toContain(status);
      else {
        expect(status, role).toBe(refusal.status);
        expect(JSON.parse(body), role).toMatchObject({ error: { data: { code: refusal.code } } });
      }
    }
  });

  it("are judged call by call in a batch", async () => {
    const headers = await headersOf("customer");
    const names = ["catalog.brands", "admin.users.list", "account.profile", "admin.orders.page"];
    const response = await fetch(`${shop.origin}/trpc/${names.join(",")}?batch=1&input=%7B%7D`, { headers });
    expect(response.status).toBe(207);
    const answers = z.array(z.record(z.string(), z.unknown())).parse(await response.json());
    expect(answers.map((answer) => ("error" in answer ? answer.error : "fine"))).toMatchObject([
      "fine",
      { data: { httpStatus: 403, code: "FORBIDDEN" } },
      "fine",
      { data: { httpStatus: 403, code: "FORBIDDEN" } },
    ]);
  });

  it("change nothing by asking", async () => {
    const { id, cookie } = await register(shop, "admin");
    for (const [name, { type }] of Object.entries(procedures)) {
      if (type !== "mutation") continue;
      const path = `/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ id }))}`;
      for (const method of ["GET", "HEAD"]) {
        const { status } = await send(shop.origin, { method, path, headers: { cookie } });
        expect(method === "HEAD" ? 204 : 405, `${method} ${name}`).toBe(status);
      }
    }
    expect((await fetch(`${shop.origin}/api/users/profile`, { headers: { cookie } })).status).toBe(200);
  });
});

describe("other methods", () => {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND"];

  it.each(paths)("do nothing at %s", async (path) => {
    const product = await makeProduct(shop.db);
    const caller = await headersOf("admin");
    for (const method of methods) {
      // Pages answer GET and HEAD for every address that is nobody else's.
      const isPage = !/^\/(api|trpc|static|uploads)\//.test(path) && (method === "GET" || method === "HEAD");
      const isRoute = `${method === "HEAD" ? "GET" : method} ${path}` in routes;
      if (isPage || isRoute || `${method} ${path}` in routes) continue;
      for (const body of [undefined, "{}"]) {
        if (body !== undefined && !["POST", "PUT", "PATCH"].includes(method)) continue;
        const answer = await send(shop.origin, {
          method,
          path: fill(path, product),
          headers: { ...json, ...caller, origin: "http://localhost:3000" },
          ...(body === undefined ? {} : { body }),
        });
        const isTrpc = path.startsWith("/trpc/");
        const expected = isTrpc && method === "HEAD" ? [204] : [404, 405];
        expect(expected, `${method} ${path} with ${body}: ${answer.body}`).toContain(answer.status);
        // The last segment of `/api/products/top` is an id for other methods.
        if (path.startsWith("/api/") && !allowedAt(path).includes(method)) {
          expect(answer.status).toBe(405);
          expect(String(answer.headers.allow).split(", ").sort()).toEqual(allowedAt(path));
        }
        expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
        if (method === "HEAD") continue;
        const refusal: unknown = JSON.parse(answer.body);
        errorBodySchema.parse(isTrpc && answer.status === 405 ? fromTrpc(refusal) : refusal);
      }
    }
    const { rows } = await shop.pool.query("select name, deleted_at from products where id = $1", [product]);
    expect(rows).toEqual([{ name: `Product ${product}`, deleted_at: null }]);
  });

  it("that HTTP does not know, or that open tunnels, are refused and leave the server running", async () => {
    for (const line of ["FOO /api/products HTTP/1.1", "CONNECT example.com:443 HTTP/1.1", "OPTIONS * HTTP/1.1"]) {
      const raw = await exchange(shop.origin, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      for (const status of statusesOf(raw)) expect([400, 404, 405], `${line}: ${raw}`).toContain(status);
    }
    expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  });

  it("cannot be smuggled in a header", async () => {
    const { id, cookie } = await register(shop, "admin");
    const victim = await register(shop);
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      await send(shop.origin, { path: `/api/users/${victim.id}`, headers: { cookie, [name]: "DELETE" } });
      await send(shop.origin, {
        method: "POST",
        path: `/api/users/${victim.id}?_method=DELETE`,
        headers: { ...json, cookie, [name]: "DELETE" },
        body: '{"_method":"DELETE"}',
      });
    }
    const { rows } = await shop.pool.query("select id from users where id = any($1) and deleted_at is null", [
      [id, victim.id],
    ]);
    expect(rows).toHaveLength(2);
  });
});

describe("path tricks", () => {
  /** Ways to write the path of the list of people, which nobody but an administrator may see. */
  const tricks = [
    "//api//users",
    "/api//users",
    "/api/users/",
    "/API/users",
    "/api/Users",
    "/%61pi/users",
    "/api/%75sers",
    "/api/x/../users",
    "/api/x/%2e%2e/users",
    "/%2e%2e/api/users",
    "/./api/users",
    "/api/users;x",
    "/api/users;jsessionid=1",
    "/api/users%00",
    "/api/users%20",
    "/api/users%2f",
    "/api%2fusers",
    "/api\\users",
    "/api/users/.",
    "/api/users/..",
    "/api/users.json",
    "/api/users?x",
    "/api/users#x",
    "/trpc/admin.users.list",
    "/trpc/admin%2Eusers",
    "/trpc/admin/users",
    "/trpc//admin.users.list",
    "/trpc/admin.users.list/",
    "/trpc/catalog.brands,admin.users.list",
  ];

  it.each(tricks)("lead nobody to the list of people: %s", async (path) => {
    await headersOf("customer");
    const { status, body } = await send(shop.origin, { path });
    expect([400, 401, 403, 404]).toContain(status);
    expect(body).not.toMatch(/person\d+@example.com/);
  });

  it.each(tricks)("never lead to an answer that caches may keep: %s", async (path) => {
    const { body, headers } = await send(shop.origin, { path, headers: await headersOf("admin") });
    if (/person\d+@example.com/.test(body)) expect(headers["cache-control"]).toBe("no-store");
  });

  it("in headers that rewrite addresses are ignored", async () => {
    for (const name of ["x-original-url", "x-rewrite-url", "x-forwarded-uri", "x-forwarded-path"]) {
      const product = await send(shop.origin, { path: "/api/brands", headers: { [name]: "/api/users" } });
      expect(product.status).toBe(200);
      const accounts = await send(shop.origin, { path: "/api/users", headers: { [name]: "/api/brands" } });
      expect(accounts.status).toBe(401);
    }
  });
});
