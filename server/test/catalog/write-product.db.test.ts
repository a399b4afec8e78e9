import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import { products } from "../../src/db/schema/products.ts";
import { editProducts, type ProductEdit } from "../../src/domain/catalog/write-product.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import { makeProduct, makeUser } from "../harness/factories.ts";
import { faultsOfGroups, makeGroup } from "../harness/product-groups.ts";
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

describe("several writers at once, each with products of its own,", () => {
  const rounds = 15;

  async function writeAtOnce(editsOf: (writer: number, round: number) => ProductEdit[]) {
    const write = async (writer: number) => {
      for (let round = 0; round < rounds; round += 1) {
        await shop.db.transaction((tx) => editProducts(tx, editsOf(writer, round)));
      }
    };
    await Promise.all([0, 1, 2, 3].map(write));
  }

  const makeProducts = () => Promise.all(Array.from({ length: 24 }, () => makeProduct(shop.db, { countInStock: 5 })));

  /** A word of letters alone, as the vocabulary keeps them: the same for the same number. */
  const word = (n: number) =>
    Array.from({ length: 9 }, (_, at) => String.fromCharCode(97 + (((n + 7) ** 2 * (at + 3)) % 26))).join("");

  /** Every other writer meets what all share in the opposite order. */
  const inOrderOf = <Edit>(writer: number, edits: Edit[]) => (writer % 2 === 0 ? edits : edits.toReversed());

  it("bring new words and publish products without a deadlock", async () => {
    const ids = await makeProducts();
    await writeAtOnce((writer, round) => {
      const edits = ids.slice(writer * 6, writer * 6 + 6).map((id, place) => ({
        id,
        name: `Lamp ${word(round * 6 + place)}`,
        // The first is shown or hidden, the others bring the words.
        publishedAt: place === 0 && round % 2 === 0 ? null : new Date(),
      }));
      return inOrderOf(writer, edits);
    });
    expect(await versionsOf(ids)).toEqual(new Set([rounds + 1]));
  });

  it("change variants of the same groups without a deadlock", async () => {
    const ids = await makeProducts();
    const options = [{ name: "Size", values: Array.from({ length: 12 }, (_, n) => `Size ${n}`) }];
    for (const group of [0, 1]) {
      const variants = ids.filter((_, n) => n % 2 === group).map((productId, n) => ({ productId, values: [n] }));
      await makeGroup(shop.db, { options, variants });
    }
    const versions = await versionsOf(ids);
    await writeAtOnce((writer, round) => {
      const edits = ids.slice(writer * 6, writer * 6 + 6).map((id, place) => ({
        id,
        priceCents: 1_000 + ((writer * 7 + round * 3 + place) % 9) * 100,
        publishedAt: (writer + place + round) % 2 === 0 ? null : new Date(),
      }));
      return inOrderOf(writer, edits);
    });
    expect(versions.size).toBe(1);
    expect(await versionsOf(ids)).toEqual(new Set([...versions].map((version) => version + rounds)));
    expect(await faultsOfGroups(shop.db)).toEqual([]);
  });

  async function versionsOf(ids: string[]) {
    return new Set((await Promise.all(ids.map(read))).map(({ version }) => version));
  }
});
