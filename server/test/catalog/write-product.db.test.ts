import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import { products } from "../../src/db/schema/products.ts";
import { editProducts } from "../../src/domain/catalog/write-product.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import { makeProduct, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop();

async function read(id: string) {
  const [found] = await shop.db.select().from(products).where(eq(products.id, id));
  if (found === undefined) throw new Error("no product");
  return found;
}

it("Edits of several products set what each names, and leave the rest", async () => {
  const [one, two, three] = await Promise.all(
    ["One", "Two", "Three"].map((name) => makeProduct(shop.db, { name, priceCents: 1_000, countInStock: 5 })),
  );
  if (one === undefined || two === undefined || three === undefined) throw new Error("no products");
  const before = await read(three);
  await shop.db.transaction((tx) =>
    editProducts(tx, [
      { id: one, priceCents: 1_500 },
      { id: two, priceCents: 700 },
      { id: three, name: 'Three “quoted” \\ {"}', description: "é\n🛒", publishedAt: null },
    ]),
  );
  expect(await read(one)).toMatchObject({ name: "One", priceCents: 1_500, countInStock: 5, version: 2 });
  expect(await read(two)).toMatchObject({ name: "Two", priceCents: 700, version: 2 });
  expect(await read(three)).toMatchObject({
    name: 'Three “quoted” \\ {"}',
    description: "é\n🛒",
    publishedAt: null,
    priceCents: 1_000,
    version: 2,
    brandId: before.brandId,
  });
});

it("An edit of the price of a product with a planned price sets the one that holds afterwards", async () => {
  const id = await makeProduct(shop.db, { priceCents: 2_000 });
  const userId = await makeUser(shop.db);
  await shop.db.insert(plannedPrices).values({ productId: id, priceCents: 1_200, startsAt: new Date(0), userId });
  await applyPlannedPrices(shop.db);
  await shop.db.transaction((tx) => editProducts(tx, [{ id, priceCents: 2_400 }]));
  expect(await read(id)).toMatchObject({ priceCents: 1_200, regularPriceCents: 2_400 });
});
