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
let lamps: { brandId: string; categoryId: string };

async function recommended(name: string, at = other): Promise<string[]> {
  const { status, body } = await askTrpc(at, "catalog.recommended", { id: id[name] });
  expect(status).toBe(200);
  return productsSchema.parse(body).map((product) => product.name);
}

beforeAll(async () => {
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
    expect(near.slice(2).toSorted()).toEqual(["Lamp 10", "Lamp 50"]);
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

  it("begins with what three paid orders or more have together, which reaches cached answers", async () => {
    const userId = await makeUser(shop.db);
    const buy = async (names: string[], isPaid = true) => {
      const orderId = await makeOrder(shop.db, { userId, stepsDone: isPaid ? 1 : 0 });
      await shop.pool.query("delete from order_items where order_id = $1", [orderId]);
      for (const [position, name] of names.entries()) {
        await shop.pool.query(
          "insert into order_items (order_id, position, product_id, name, image, price_cents, qty) values ($1, $2, $3, $4, '', 100, 1)",
          [orderId, position, id[name], name],
        );
      }
    };
    await buy(["Lamp 10", "Bulb"]);
    await buy(["Lamp 10", "Bulb", "Rug"]);
    await buy(["Lamp 10", "Bulb"], false);
    await computeRecommendations(shop.db);
    expect((await recommended("Lamp 10"))[0]).toBe("Lamp 20");
    await buy(["Lamp 10", "Bulb"]);
    await computeRecommendations(shop.db);
    expect((await recommended("Lamp 10")).slice(0, 2)).toEqual(["Bulb", "Lamp 20"]);
    expect((await recommended("Bulb"))[0]).toBe("Lamp 10");
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

it("Products by their ids come in the order of the ids, without what is not for sale", async () => {
  const gone = await makeProduct(shop.db, { name: "Gone", ...lamps, deletedAt: new Date() });
  const { body } = await askTrpc(shop, "catalog.byIds", { ids: [id.Rug, gone, id["Lamp 10"], uuidv7()] });
  expect(productsSchema.parse(body).map(({ name }) => name)).toEqual(["Rug", "Lamp 10"]);
  for (const ids of [["nothing"], Array.from({ length: savedPageSize + 1 }, () => uuidv7())]) {
    expect((await askTrpc(shop, "catalog.byIds", { ids })).status).toBe(400);
  }
});
