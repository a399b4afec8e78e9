import { describe, expect, it } from "vitest";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop();

async function sizes() {
  const { rows } = await shop.pool.query(`
    select (select visible from catalogue_size) as stored,
      (select count(*)::int from products where published_at is not null and deleted_at is null) as counted`);
  return rows[0];
}

describe("the number of visible products", () => {
  it("follows every way of changing it", async () => {
    const id = await makeProduct(shop.db);
    await makeProduct(shop.db, { publishedAt: null });
    await makeProduct(shop.db, { deletedAt: new Date() });
    expect(await sizes()).toEqual({ stored: 1, counted: 1 });
    const steps: [change: string, visible: number][] = [
      ["update products set published_at = null", 0],
      ["update products set published_at = now()", 2],
      ["update products set published_at = now(), count_in_stock = 3", 2],
      ["update products set deleted_at = now()", 0],
      ["update products set deleted_at = null, published_at = null", 0],
      ["update products set published_at = now()", 3],
      [`delete from products where id = '${id}'`, 2],
      ["truncate products cascade", 0],
    ];
    for (const [change, visible] of steps) {
      await shop.pool.query(change);
      expect(await sizes(), change).toEqual({ stored: visible, counted: visible });
    }
  });

  it("is unchanged by what is rolled back", async () => {
    const before = await sizes();
    const failing = shop.db.transaction(async (tx) => {
      await makeProduct(tx);
      throw new Error("No");
    });
    await expect(failing).rejects.toThrow("No");
    expect(await sizes()).toEqual(before);
  });

  it("is exact when many publish and withdraw at once", async () => {
    const shared = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
    const ids = await Promise.all(Array.from({ length: 30 }, () => makeProduct(shop.db, shared)));
    await Promise.all(
      ids.map((id, n) =>
        n % 3 === 0
          ? shop.pool.query("update products set published_at = null where id = $1", [id])
          : makeProduct(shop.db, shared),
      ),
    );
    expect(await sizes()).toEqual({ stored: 40, counted: 40 });
  });
});
