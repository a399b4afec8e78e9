import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { users } from "../../src/db/schema/accounts.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const clientDir = makeClientDir();
const own = { clientDir, isOwnersChoice: true, payments: undefined };
const settings = { jwtSecret: issuer.jwtSecret, hasFirstStart: true };
/** A shop that nobody owns yet, at an address of the internet. */
const far = startTestShop({ ...own, settings, publicOrigin: "https://shop.example.com" });
/** Another instance of it. */
const farToo = startTestShop({ ...own, settings, publicOrigin: "https://shop.example.com", besides: far });
/** The same on the machine of its owner. */
const near = startTestShop({ ...own, settings });
/** A shop that has sold before its administrator was lost. */
const orphaned = startTestShop({ ...own, settings });
/** A shop whose server says that it is open. */
const left = startTestShop({ ...own, settings, fixed: { isOpen: true } });
/** A shop that its owner has closed. */
const closed = startTestShop({ ...own, settings: { jwtSecret: issuer.jwtSecret } });

const owner = { name: "Olive", email: "olive@example.com", password: "a-long-enough-secret-7" };
type Shop = typeof far;

async function ask(at: Shop, procedure: string, body?: unknown, cookie = "") {
  const response = await fetch(`${at.origin}/trpc/${procedure}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", cookie },
  });
  const text = await response.text();
  const parsed: unknown = JSON.parse(text);
  const isTrpc = typeof parsed === "object" && parsed !== null && ("result" in parsed || "error" in parsed);
  return { status: response.status, body: isTrpc ? fromTrpc(parsed) : parsed, cookie: cookieOf(response) };
}
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
const open = async (at: Shop, path: string, cookie = "") => {
  const response = await fetch(at.origin + path, { headers: { cookie }, redirect: "manual" });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const isOpening = ({ text }: { text: string }) => text.includes("<h1>Opening soon</h1>");

describe("A shop that has no owner yet", () => {
  it("says “Opening soon” on every page but those that an owner needs, and tells search engines to stay away", async () => {
    for (const path of ["/", "/products", "/product/x", "/cart", "/register", "/admin/settings"]) {
      const page = await open(far, path);
      expect([isOpening(page), page.headers.get("x-robots-tag")], path).toEqual([true, "noindex"]);
    }
    expect((await fetch(`${far.origin}/`, { method: "HEAD" })).headers.get("x-robots-tag")).toBe("noindex");
    for (const path of ["/setup", "/login", "/profile/access"])
      expect(isOpening(await open(far, path)), path).toBe(false);
    expect((await open(far, "/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n");
    expect((await open(far, "/sitemap.xml")).status).toBe(503);
    expect((await open(far, "/healthz")).status).toBe(200);
  });

  it("registers no customer, and answers no call of a program", async () => {
    const headers = { "content-type": "application/json" };
    const register = () => fetch(`${far.origin}/api/users`, { method: "POST", headers, body: JSON.stringify(owner) });
    const refused = await register();
    expect([refused.status, z.looseObject({ code: z.string() }).parse(await refused.json()).code]).toEqual([
      503,
      "UNAVAILABLE",
    ]);
    expect((await ask(far, "account.register", owner)).status).toBe(503);
    for (const path of [
      "setup.state,account.register?batch=1",
      "setup.state%2Caccount.register?batch=1",
      "account.%72egister",
      "setup.state%2Ccatalog.brands?batch=1",
    ]) {
      expect((await ask(far, path, owner)).status, path).toBe(503);
    }
    expect((await fetch(`${far.origin}/api/products`)).status).toBe(503);
    expect(await far.db.$count(users)).toBe(0);
  });

  it("is given to whoever shows the code of the server, once, by whichever instance", async () => {
    expect((await ask(far, "setup.state")).body).toEqual({ isNeeded: true, isCodeNeeded: true });
    for (const code of ["", "AAAA-AAAA-AAAA", `${far.services.firstStart.code}X`]) {
      expect((await ask(far, "setup.makeOwner", { ...owner, code })).status, code).toBe(403);
    }
    const { code } = farToo.services.firstStart;
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const others = [1, 2, 3].map((n) => ({ ...owner, email: `rival-${n}@example.com`, code: code.toLowerCase() }));
    const answers = await Promise.all(
      [{ ...owner, code }, ...others].map((each, n) => ask(n % 2 === 0 ? far : farToo, "setup.makeOwner", each)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect(await far.db.$count(users)).toBe(1);
    expect((await ask(far, "setup.state")).body).toEqual({ isNeeded: false, isCodeNeeded: false });
    expect((await ask(farToo, "setup.makeOwner", { ...owner, code })).status).toBe(403);

    const { cookie } = answers.find(({ status }) => status === 200) ?? { cookie: "" };
    expect((await ask(far, "admin.dashboard.opening", undefined, cookie)).body).toMatchObject({
      isOpen: false,
      guestPassword: expect.stringMatching(/^[a-z2-9]{8}$/),
      done: [],
    });
    // Closed for all others, on every instance.
    await farToo.services.settings.refresh(farToo.db);
    expect(isOpening(await open(farToo, "/"))).toBe(true);
    expect(isOpening(await open(farToo, "/", cookie))).toBe(false);
  });

  it("asks nobody for the code who sits at the server", async () => {
    expect((await ask(near, "setup.state")).body).toEqual({ isNeeded: true, isCodeNeeded: false });
    expect((await ask(near, "setup.makeOwner", owner)).status).toBe(200);
  });

  it("stays open to its customers once it has an owner again, if it has sold before", async () => {
    await makeOrder(orphaned.db, { userId: (await insertCustomer(orphaned.db)).id });
    expect(isOpening(await open(orphaned, "/"))).toBe(true);
    expect((await ask(orphaned, "setup.makeOwner", owner)).status).toBe(200);
    expect(isOpening(await open(orphaned, "/"))).toBe(false);
  });
});

it("A shop that its server leaves open sells without an owner, who can still be made", async () => {
  expect(isOpening(await open(left, "/"))).toBe(false);
  expect((await open(left, "/robots.txt")).text).toContain("Sitemap:");
  expect((await ask(left, "account.register", { ...owner, email: "early@example.com" })).status).toBe(200);
  expect((await ask(left, "setup.makeOwner", owner)).status).toBe(200);
  expect(isOpening(await open(left, "/"))).toBe(false);
});

describe("A shop that is not open", () => {
  let admin: Customer;
  const save = async (values: object) => {
    const { version } = z
      .looseObject({ version: z.int() })
      .parse((await ask(closed, "admin.settings.read", undefined, admin.cookie)).body);
    expect((await ask(closed, "admin.settings.save", { version, values }, admin.cookie)).status).toBe(200);
  };
  const enter = async (password: string) => {
    const response = await fetch(`${closed.origin}/opening`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ password }).toString(),
      redirect: "manual",
    });
    return { status: response.status, text: await response.text(), cookie: cookieOf(response) };
  };
  beforeAll(async () => {
    admin = await insertCustomer(closed.db, { isAdmin: true });
    await makeProduct(closed.db, {});
    await save({ isOpen: false, guestPassword: "open sesame", shopName: "Loom" });
  });

  it("is seen by administrators, and by no customer", async () => {
    const customer = await insertCustomer(closed.db);
    expect(isOpening(await open(closed, "/products", customer.cookie))).toBe(true);
    expect(isOpening(await open(closed, "/products", admin.cookie))).toBe(false);
    expect((await ask(closed, "catalog.brands", undefined, customer.cookie)).status).toBe(503);
    expect((await ask(closed, "catalog.brands", undefined, admin.cookie)).status).toBe(200);
  });

  it("lets guests in by the password, until there is another one", async () => {
    const wrong = await enter("open barley");
    expect([wrong.status, wrong.cookie]).toEqual([403, ""]);
    expect(wrong.text).toContain("That is not the password");
    const { status, cookie } = await enter("open sesame");
    expect(status).toBe(303);
    expect(isOpening(await open(closed, "/products", cookie))).toBe(false);
    expect((await fetch(`${closed.origin}/api/products`, { headers: { cookie } })).status).toBe(200);
    await save({ guestPassword: "open barley" });
    expect(isOpening(await open(closed, "/products", cookie))).toBe(true);
    await save({ guestPassword: "" });
    expect((await enter("")).status).toBe(403);
    expect((await open(closed, "/")).text).not.toContain("<form");
  });

  it("shows nothing of the page that an administrator has just been shown", async () => {
    await save({ isOpen: true });
    expect(isOpening(await open(closed, "/products"))).toBe(false);
    await save({ isOpen: false });
    await open(closed, "/products", admin.cookie);
    expect(isOpening(await open(closed, "/products"))).toBe(true);
  });

  it("is open at once when its owner opens it", async () => {
    await save({ isOpen: true });
    expect(isOpening(await open(closed, "/"))).toBe(false);
    expect((await open(closed, "/robots.txt")).text).toContain("Sitemap:");
    expect((await fetch(`${closed.origin}/api/products`)).status).toBe(200);
  });
});

describe("The steps to the opening", () => {
  it("are done by what is true, and not done any more when it is not", async () => {
    const admin = await insertCustomer(near.db, { isAdmin: true });
    const done = async () =>
      z
        .looseObject({ done: z.array(z.string()) })
        .parse((await ask(near, "admin.dashboard.opening", undefined, admin.cookie)).body).done;
    expect(await done()).toEqual([]);
    await makeProduct(near.db, {});
    const values = { shopName: "Loom", sellerAddress: ["1 Weaver Street"] };
    await ask(near, "admin.settings.save", { version: 1, values }, admin.cookie);
    expect(await done()).toEqual(["name", "address", "products"]);
    await ask(near, "admin.settings.save", { version: 2, values: { sellerAddress: [] } }, admin.cookie);
    expect(await done()).toEqual(["name", "products"]);
  });
});
