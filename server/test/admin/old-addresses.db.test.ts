import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runImports } from "../../src/domain/import/run.ts";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { importing } from "../harness/importing.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop({ settings: issuer, clientDir: makeClientDir() });
let admin: Member;
let boss: Customer;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  boss = await insertCustomer(shop.db, { isAdmin: true });
});
const { upload, check, apply, undo } = importing({
  shop: () => ({ origin: shop.origin, cookie: boss.cookie }),
  work: () =>
    runImports(shop.db, {
      isStopping: () => false,
      onItemError: (error) => {
        throw error;
      },
    }),
});

const entrySchema = z.object({ _id: z.string(), version: z.int(), address: z.string(), path: z.string() });
const call = (act: string, input: object) => admin.trpc("mutation", `admin.search.oldAddresses.${act}`, input);
const listed = async (search = "") =>
  z
    .object({ rows: z.array(entrySchema) })
    .parse((await admin.trpc("query", "admin.search.oldAddresses.page", { search })).body).rows;

/** Where a path leads: its status and the address of the answer. */
async function follow(path: string): Promise<[status: number, location: string | null]> {
  const { status, headers } = await fetch(`${shop.origin}${path}`, { redirect: "manual" });
  return [status, headers.get("location")];
}

describe("an old address", () => {
  it("leads to its page with the query of the link, in any case and with a slash at its end, until it is deleted", async () => {
    const reply = await call("create", { address: "https://old.example/Pages/About-Us/?x=1", path: "/products" });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { _id, version, ...shown } = entrySchema.parse(reply.body);
    expect(shown).toEqual({ address: "/pages/about-us", path: "/products" });
    expect(await follow("/pages/about-us?utm=a&b=%20")).toEqual([301, "/products?utm=a&b=%20"]);
    expect(await follow("/PAGES/About-us/")).toEqual([301, "/products"]);
    for (const path of ["/pages/about", "/pages/%00", "/pages/%E0%A4%A", `/pages/${"x".repeat(600)}`]) {
      expect([path, (await follow(path))[0]]).toEqual([path, 404]);
    }
    await call("update", { id: _id, version, address: "/pages/über-uns", path: "/" });
    expect(await follow("/pages/%C3%BCber-uns")).toEqual([301, "/"]);
    expect((await follow("/pages/about-us"))[0]).toBe(404);
    expect((await call("update", { id: _id, version, address: "/pages/x", path: "/" })).status).toBe(409);
    expect((await call("delete", { id: _id })).status).toBe(200);
    expect((await follow("/pages/%C3%BCber-uns"))[0]).toBe(404);
    expect((await actsOn(shop, _id)).map(({ act, subject }) => [act, subject])).toEqual([
      ["created", "/pages/about-us"],
      ["updated", "/pages/über-uns"],
      ["deleted", "/pages/über-uns"],
    ]);
  });

  it("never hides a page of this shop, and a product of this shop comes before it", async () => {
    const id = await makeProduct(shop.db, { name: "Oak" });
    await call("create", { address: `/product/${id}`, path: "/cart" });
    expect((await follow(`/product/${id}`))[0]).toBe(200);
    for (const [address, path] of [
      ["/cart", "/products"],
      ["/products/", "/cart"],
      ["/api/products", "/cart"],
      ["products", "/cart"],
      ["//evil.example", "/cart"],
      ["/", "/cart"],
      ["", "/cart"],
      [`/${"x".repeat(500)}`, "/cart"],
      ["/a\u0000b", "/cart"],
    ]) {
      const reply = await call("create", { address, path });
      expect([reply.status, complaintsOf(reply)], address).toEqual([400, ["address"]]);
    }
    for (const path of ["//evil.example", "https://evil.example", "/nowhere", "/admin", "/cart?x=1", "/search/lamp"]) {
      const reply = await call("create", { address: "/fine", path });
      expect([reply.status, complaintsOf(reply)], path).toEqual([400, ["path"]]);
    }
    expect((await call("create", { address: "/twice", path: "/cart" })).status).toBe(200);
    expect((await call("create", { address: "/TWICE/", path: "/" })).status).toBe(409);
  });

  it("comes with others in a list of a spreadsheet or of another shop, all of them or none", async () => {
    const lines = [
      "Redirect from,Redirect to",
      "/collections/Tables,/products",
      "",
      '"https://old.example/blogs/news/",/cart',
      "/pages/a\t/",
      "/pages/b;/products",
      "/pages/c   /products",
      "/pages/C/,/products",
    ];
    expect((await call("addMany", { lines: lines.join("\r\n") })).body).toMatchObject({
      added: 5,
      changed: 0,
      same: 0,
    });
    for (const [from, to] of [
      ["/collections/tables", "/products"],
      ["/blogs/news", "/cart"],
      ["/pages/a", "/"],
      ["/pages/b", "/products"],
      ["/pages/c", "/products"],
    ] as const) {
      expect(await follow(from)).toEqual([301, to]);
    }
    expect((await call("addMany", { lines: "/pages/a,/cart\n/pages/b,/products\n/pages/d,/cart" })).body).toMatchObject(
      {
        added: 1,
        changed: 1,
        same: 1,
      },
    );
    expect(await follow("/pages/a")).toEqual([301, "/cart"]);
    const [changed] = await listed("/pages/a");
    expect((await actsOn(shop, changed?._id ?? "")).map(({ act }) => act)).toEqual(["created", "updated"]);
    expect((await call("update", { id: changed?._id, version: 1, address: "/pages/a", path: "/" })).status).toBe(409);
  });

  it("is not added with a list of which a line is wrong, and the line is named", async () => {
    for (const [lines, message] of [
      ["", "Enter an old address and its page in each line"],
      ["from,to", "Enter an old address and its page in each line"],
      ["/fine-1,/cart\n/cart,/products", "Line 2: This is a page of this shop"],
      ["/fine-1,/cart\n\n/fine-2\n/fine-3,/nowhere", "Line 3: Path is required (and 1 more)"],
      ["/fine-1,/cart\n/FINE-1/,/products", "Line 2: /fine-1 leads to another page in an earlier line"],
      ["/fine-1,//evil.example", "Line 1: Path must be a page of this shop, such as /cart"],
      [
        Array.from({ length: 2_001 }, (_, n) => `/fine-${n},/cart`).join("\n"),
        "A list can have at most 2,000 lines. Please send it in parts",
      ],
      ["x".repeat(500_001), "This list is too long. Please send it in parts"],
    ]) {
      const reply = await call("addMany", { lines });
      expect(reply.status, lines?.slice(0, 80)).toBe(400);
      expect(JSON.stringify(reply.body)).toContain(message);
    }
    expect(await listed("/fine-1")).toEqual([]);
    const most = Array.from({ length: 2_000 }, (_, n) => `/most/${n},/cart`).join("\n");
    expect((await call("addMany", { lines: most })).body).toMatchObject({ added: 2_000 });
  });

  it("is written by two lists at once, which both succeed", async () => {
    const of = (page: string, order: 1 | -1) =>
      Array.from({ length: 50 }, (_, n) => `/both/${order === 1 ? n : 49 - n},${page}`).join("\n");
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all([
        call("addMany", { lines: of("/cart", 1) }),
        call("addMany", { lines: of("/products", -1) }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(new Set((await listed("/both/1")).map(({ path }) => path)).size).toBe(1);
  });

  it("is listed by an import of another shop for each of its products, and leaves with the undo", async () => {
    const file = await upload(
      [
        "Handle,Title,Option1 Name,Option1 Value,Variant Price",
        "oak-table,Oak table,Size,S,5",
        "oak-table,,,M,6",
        "mug,Mug,Title,Default Title,4",
      ].join("\n"),
    );
    await check(file, { variants: "group" });
    await apply(file);
    const rows = await listed("/products/");
    expect(rows.map(({ address }) => address)).toEqual(["/products/mug", "/products/oak-table"]);
    const [status, location] = await follow("/products/oak-table?variant=1");
    expect([status, location]).toEqual([301, `${rows[1]?.path}?variant=1`]);
    expect((await follow(rows[1]?.path ?? ""))[0]).toBe(200);
    await call("update", { id: rows[0]?._id, version: 1, address: "/products/mug", path: "/products" });
    await undo(file);
    expect((await listed("/products/")).map(({ address }) => address)).toEqual(["/products/mug"]);
  });

  it("is listed for a product of WooCommerce by its name", async () => {
    const file = await upload("SKU,Name,Regular price,In stock?\nc1,Café “Crème” No. 2,5,1\nc2,茶,5,1\n");
    await check(file);
    await apply(file);
    expect(await follow("/product/cafe-creme-no-2/")).toEqual([301, "/product/cafe-creme-no-2"]);
    expect((await follow("/product/cafe-creme-no-2"))[1]).toMatch(/^\/product\/[0-9a-f-]{36}$/);
    const again = await upload("SKU,Name,Regular price,In stock?\nc1,Café “Crème” No. 2,5,1\nc2,Tea,5,1\n");
    await check(again);
    await apply(again);
    expect((await follow("/product/tea"))[0]).toBe(301);
    await undo(again);
    await undo(file);
    expect((await follow("/product/cafe-creme-no-2"))[0]).toBe(404);
  });
});
