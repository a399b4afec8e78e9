import { savedPageSize } from "@shop/shared/shop";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { computeRecommendations, refreshRecommendations } from "../../src/domain/catalog/recommendations.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc } from "../harness/transports.ts";

const shop = startTestShop();
const other = startTestShop({ besides: shop });
const productsSchema = z.array(z.object({ _id: z.string(), name: z.string(), countInStock: z.int() }));

let id: Record<string, string> = {};
let customerId = "";
let lamps: { brandId: string; categoryId: string };

async function recommended(name: string, at = other): Promise<string[]> {
  const { status, body } = await askTrpc(at, "catalog.recommended", { id: id[name] });
  expect(status).toBe(200);
  return productsSchema.parse(body).map((product) => product.name);
}

async function buy(names: string[], isPaid = true): Promise<void> {
  const orderId = await makeOrder(shop.db, { userId: customerId, stepsDone: isPaid ? 1 : 0 });
  await shop.pool.query("delete from order_items where order_id = $1", [orderId]);
  for (const [position, name] of names.entries()) {
    await shop.pool.query(
      "insert into order_items (order_id, position, product_id, name, image, price_cents, qty) values ($1, $2, $3, $4, '', 100, 1)",
      [orderId, position, id[name], name],
    );
  }
}

beforeAll(async () => {
  customerId = await makeUser(shop.db);
  const brandId = await makeBrand(shop.db);
  lamps = { brandId, categoryId: await makeCategory(shop.db, "Lamps") };
  const rugs = { brandId, categoryId: await makeCategory(shop.db, "Rugs") };
  const made = await Promise.all([
    ...[10, 20, 30, 40, 50, 60].map(async (price) => {
      const name = `Lamp ${price}`;
      return [name, await makeProduct(shop.db, { name, ...lamps, priceCents: price * 100 })] as const;
    }),
    ...["Rug", "Bulb"].map(async (name) => {
      return [name, await makeProduct(shop.db, { name, ...rugs, priceCents: 3_000 })] as const;
    }),
  ]);
  id = Object.fromEntries(made);
  await makeProduct(shop.db, { name: "Draft lamp", ...lamps, priceCents: 3_000, publishedAt: null });
});

describe("what a product's page shows besides it", () => {
  it("is of the same category and near in price, never the product itself, and nothing for an unknown one", async () => {
    expect(await recommended("Lamp 30")).toEqual([]);
    expect(await computeRecommendations(shop.db)).toBe(8);
    const near = await recommended("Lamp 30");
    expect(near.slice(0, 2).toSorted()).toEqual(["Lamp 20", "Lamp 40"]);
    expect(near.slice(2)).toEqual(["Lamp 50", "Lamp 60"]);
    expect(await recommended("Rug")).toEqual(["Bulb"]);
    for (const unknown of [uuidv7(), "nothing"]) {
      expect((await askTrpc(shop, "catalog.recommended", { id: unknown })).body).toEqual([]);
    }
    expect(await computeRecommendations(shop.db)).toBe(0);
  });

  it("has what is sold out last, and without what is deleted, at once on every instance", async () => {
    const [one, two] = (await recommended("Lamp 30")).slice(0, 2);
    await shop.pool.query("update products set count_in_stock = 0 where name = $1", [one]);
    expect(await recommended("Lamp 30")).not.toContain(one);
    await shop.pool.query("update products set deleted_at = now() where name = $1", [two]);
    expect((await recommended("Lamp 30")).at(-1)).toBe(one);
    expect(await recommended("Lamp 30")).not.toContain(two);
    await shop.pool.query("update products set count_in_stock = 5, deleted_at = null where name in ($1, $2)", [
      one,
      two,
    ]);
  });

  it("has after two related products what many paid orders have together, which reaches cached answers", async () => {
    for (let others = 0; others < 15; others += 1) await buy(["Lamp 60"]);
    for (let orders = 0; orders < 3; orders += 1) await buy(["Lamp 10", "Bulb"]);
    await buy(["Lamp 10", "Bulb", "Rug"]);
    await buy(["Lamp 10", "Bulb"], false);
    await computeRecommendations(shop.db);
    expect(await recommended("Lamp 10")).toEqual(["Lamp 20", "Lamp 30", "Lamp 40", "Lamp 50"]);
    await buy(["Lamp 10", "Bulb"]);
    await computeRecommendations(shop.db);
    expect(await recommended("Lamp 10")).toEqual(["Lamp 20", "Lamp 30", "Bulb", "Lamp 40"]);
    expect((await recommended("Bulb")).slice(0, 2)).toEqual(["Rug", "Lamp 10"]);
  });

  it("has nothing that is bought together no more often than by chance", async () => {
    // Both are in most orders, and in as many together as chance has them.
    for (let orders = 0; orders < 20; orders += 1) await buy(["Lamp 60", "Rug"]);
    await computeRecommendations(shop.db);
    expect(await recommended("Lamp 60")).not.toContain("Rug");
  });

  it("is computed by one of several instances, and not again before it is time", async () => {
    const never = () => false;
    const rounds = await Promise.all([shop, other, shop].map(({ db }) => refreshRecommendations(db, never)));
    expect(rounds.filter((changed) => changed !== undefined)).toHaveLength(1);
    expect(await refreshRecommendations(shop.db, never)).toBeUndefined();
    await shop.pool.query("update job_runs set started_at = now() - interval '61 minutes'");
    expect(await refreshRecommendations(shop.db, never)).toBe(0);
  });
});

describe("what a product's page shows besides it, where products have facts and categories a tree", () => {
  it("is of the same sort first: what the names name, the same facts and the same options", async () => {
    const brandId = await makeBrand(shop.db);
    const audio = { brandId, categoryId: await makeCategory(shop.db, "Audio") };
    const make = async (name: string, priceCents: number, facts: readonly [string, string][]) => {
      const productId = await makeProduct(shop.db, { name, ...audio, priceCents });
      for (const [place, [fact, value]] of facts.entries())
        await shop.pool.query(
          "insert into product_attributes (product_id, position, name, value) values ($1, $2, $3, $4)",
          [productId, place + 1, fact, value],
        );
      return productId;
    };
    id["Head One"] = await make("One Headphones", 10_000, [
      ["Fit", "Over-ear"],
      ["Driver", "40 mm"],
    ]);
    await make("Near Speaker", 10_000, [["Power", "20 W"]]);
    await make("Near Amplifier", 10_100, []);
    await make("In-Ear Buds", 4_000, [
      ["Fit", "In-ear"],
      ["Driver", "40 mm"],
    ]);
    await make("Two Headphones", 3_000, [["Fit", "Over-ear"]]);
    await computeRecommendations(shop.db);
    expect(await recommended("Head One")).toEqual(["Two Headphones", "In-Ear Buds", "Near Speaker", "Near Amplifier"]);
  });

  it("goes on with the categories above, below and beside it where its own has few products", async () => {
    const brandId = await makeBrand(shop.db);
    const clothing = await makeCategory(shop.db, "Clothing");
    const below = async (name: string) => {
      const categoryId = await makeCategory(shop.db, name);
      await shop.pool.query("update categories set parent_id = $2 where id = $1", [categoryId, clothing]);
      return categoryId;
    };
    const [coats, shirts] = [await below("Coats"), await below("Shirts")];
    id.Coat = await makeProduct(shop.db, { name: "Coat", brandId, categoryId: coats, priceCents: 10_000 });
    await makeProduct(shop.db, { name: "Raincoat", brandId, categoryId: coats, priceCents: 40_000 });
    await makeProduct(shop.db, { name: "Shirt", brandId, categoryId: shirts, priceCents: 9_000 });
    await makeProduct(shop.db, { name: "Dress", brandId, categoryId: clothing, priceCents: 20_000 });
    await computeRecommendations(shop.db);
    expect(await recommended("Coat")).toEqual(["Raincoat", "Shirt", "Dress"]);
  });
});

it("Products by their ids come in the order of the ids, without what is not for sale", async () => {
  const gone = await makeProduct(shop.db, { name: "Gone", ...lamps, deletedAt: new Date() });
  const { body } = await askTrpc(shop, "catalog.byIds", { ids: [id.Rug, gone, id["Lamp 10"], uuidv7()] });
  expect(productsSchema.parse(body).map(({ name }) => name)).toEqual(["Rug", "Lamp 10"]);
  for (const ids of [["nothing"], Array.from({ length: savedPageSize + 1 }, () => uuidv7())]) {
    expect((await askTrpc(shop, "catalog.byIds", { ids })).status).toBe(400);
  }
});
