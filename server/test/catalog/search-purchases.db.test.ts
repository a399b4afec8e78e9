import { beforeAll, describe, expect, it } from "vitest";
import { deleteOldSearchPurchases } from "../../src/domain/catalog/search-purchases.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeCustomer } from "../harness/test-client.ts";
import { askTrpc, get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop();
const other = startTestShop({ besides: shop });

let customer: Member;
let flask = "";
let lamp = "";

const namesFor = async (keyword: string) => (await productPageOf(other, { keyword })).products.map(({ name }) => name);

/** An order of the customer with products, paid so long ago. */
async function order(productIds: string[], paid: string | null = "1 minute"): Promise<string> {
  const id = await makeOrder(shop.db, { userId: customer.id, stepsDone: paid === null ? 0 : 1 });
  await shop.pool.query("delete from order_items where order_id = $1", [id]);
  for (const [position, productId] of productIds.entries()) {
    await shop.pool.query(
      "insert into order_items (order_id, position, product_id, name, image, price_cents, qty) values ($1, $2, $3, 'It', '', 100, 1)",
      [id, position, productId],
    );
  }
  if (paid !== null)
    await shop.pool.query("update orders set paid_at = now() - $2::interval where id = $1", [id, paid]);
  return id;
}

async function note(id: string, searches: [keyword: string, product: string][], by = customer) {
  const input = { id, searches: searches.map(([keyword, product]) => ({ keyword, product })) };
  return (await by.trpc("mutation", "order.noteSearches", input)).status;
}

async function counted(): Promise<Record<string, number>> {
  await shop.services.searchPurchases.write(shop.db);
  await other.services.searchPurchases.write(shop.db);
  const { rows } = await shop.pool.query(
    "select keyword, p.name, count from search_purchases join products p on p.id = product_id order by 1, 2",
  );
  return Object.fromEntries(rows.map(({ keyword, name, count }) => [`${keyword}: ${name}`, count]));
}

const bought = (keyword: string, productId: string, count: number, age = "1 day") =>
  shop.pool.query(
    "insert into search_purchases (keyword, product_id, count, last_at) values ($1, $2, $3, now() - $4::interval)",
    [keyword, productId, count, age],
  );

beforeAll(async () => {
  customer = await makeCustomer(shop);
  flask = await makeProduct(shop.db, { name: "Tarn Flask", description: "", priceCents: 4_000 });
  lamp = await makeProduct(shop.db, { name: "Harbor Lamp", description: "", priceCents: 9_000 });
});

describe("what is bought after a search", () => {
  it("is counted by its words for a paid order of one's own, once, and without what asks for a price", async () => {
    const id = await order([flask, lamp]);
    expect(
      await note(id, [
        ["Zarf under $50!", flask],
        ["zarf", lamp],
      ]),
    ).toBe(200);
    expect(await counted()).toEqual({ "zarf: Harbor Lamp": 1, "zarf: Tarn Flask": 1 });
    await shop.pool.query("update search_purchases set last_at = now() - interval '11 minutes'");
    expect(await note(id, [["zarf", flask]])).toBe(200);
    expect(await counted()).toEqual({ "zarf: Harbor Lamp": 1, "zarf: Tarn Flask": 1 });
    expect(
      await note(await order([flask]), [
        ["zarf", flask],
        ["zarf", lamp],
      ]),
    ).toBe(200);
    expect(await counted()).toEqual({ "zarf: Harbor Lamp": 1, "zarf: Tarn Flask": 2 });
  });

  it("is counted once in ten minutes, however many orders there are", async () => {
    for (const _ of [1, 2]) await note(await order([flask]), [["zarf", flask]]);
    expect(await counted()).toEqual({ "zarf: Harbor Lamp": 1, "zarf: Tarn Flask": 2 });
  });

  it("is not counted of what is unpaid, long paid, not in the order or may be personal", async () => {
    const before = await counted();
    await note(await order([flask], null), [["unpaid", flask]]);
    await note(await order([flask], "25 hours"), [["long ago", flask]]);
    await note(await order([flask]), [["another", lamp]]);
    await note(await order([flask]), [
      ["jane@example.com", flask],
      ["0171 234567 8", flask],
      ["under 50", flask],
    ]);
    expect(await counted()).toEqual(before);
    const another = await makeCustomer(shop);
    expect(await note(await order([flask]), [["anybody", flask]], another)).toBe(404);
    expect(await counted()).toEqual(before);
    const { rows } = await shop.pool.query(
      "select to_jsonb(r) as row from rate_limits r where key like 'order-searches%'",
    );
    expect(JSON.stringify(rows)).not.toContain("zarf");
  });
});

describe("a search that no product has the words of", () => {
  it("finds what was bought after it, from the fifth purchase on, at once on every instance", async () => {
    await shop.pool.query("delete from search_purchases");
    await bought("zarf", flask, 4);
    expect(await namesFor("zarf")).toEqual([]);
    await note(await order([flask]), [["zarf", flask]]);
    expect(await counted()).toEqual({ "zarf: Tarn Flask": 5 });
    await other.services.answers.feed.poll();
    expect(await namesFor("Zarf")).toEqual(["Tarn Flask"]);
    const list = await get(shop, "/api/products?keyword=zarf&sort=price-up");
    expect(list.body).toMatchObject({
      products: [{ name: "Tarn Flask" }],
      total: 1,
      foundBy: "purchases",
      facets: { inStock: { count: 1 } },
    });
  });

  it("has it before what some of its words find, the most bought first, and within what is asked for", async () => {
    const cup = await makeProduct(shop.db, { name: "Plain Mug", description: "", priceCents: 1_000 });
    await bought("zarf lamp", flask, 6);
    await bought("zarf lamp", cup, 9);
    expect(await namesFor("zarf lamp")).toEqual(["Plain Mug", "Tarn Flask", "Harbor Lamp"]);
    const said = await askTrpc(shop, "catalog.list", { keyword: "zarf lamp under 50", pageNumber: 1 });
    expect(said.body).toMatchObject({ products: [{ name: "Plain Mug" }, { name: "Tarn Flask" }], total: 2 });
    expect(said.body).toMatchObject({ foundBy: "purchases" });
    const dear = await askTrpc(shop, "catalog.list", { keyword: "zarf lamp over 80", pageNumber: 1 });
    expect(dear.body).toMatchObject({ products: [{ name: "Harbor Lamp" }], foundWords: ["lamp"] });
    expect(dear.body).not.toHaveProperty("foundBy");
    const page = await get(shop, "/api/products?keyword=zarf+lamp&price=30-");
    expect(page.body).toMatchObject({ products: [{ name: "Tarn Flask" }, { name: "Harbor Lamp" }], total: 2 });
  });

  it("has it nowhere else: not where all words find something, nor among suggestions", async () => {
    await bought("lamp", flask, 50);
    expect(await namesFor("lamp")).toEqual(["Harbor Lamp"]);
    const { body } = await askTrpc(shop, "catalog.suggest", { keyword: "zarf" });
    expect(body).toMatchObject({ products: [] });
  });

  it("finds nothing that was deleted, or was bought long ago", async () => {
    await bought("old zarf", lamp, 50, "91 days");
    expect(await namesFor("old zarf")).toEqual([]);
    await shop.pool.query("update products set deleted_at = now() where id = $1", [flask]);
    await other.services.answers.feed.poll();
    expect(await namesFor("zarf")).toEqual([]);
    await shop.pool.query("update products set deleted_at = null where id = $1", [flask]);
  });

  it("forgets what is old, or too much", async () => {
    expect(await deleteOldSearchPurchases(shop.db)).toBe(1);
    expect(await namesFor("zarf lamp")).toEqual(["Plain Mug", "Tarn Flask", "Harbor Lamp"]);
  });
});
