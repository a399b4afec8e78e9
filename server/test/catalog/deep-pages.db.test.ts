import { beforeAll, describe, expect, it } from "vitest";
import { makeBrand, makeCategory, makeManyRows } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ pageSize: 100 });
const other = startTestShop({ pageSize: 100, besides: shop });
const count = 2_350;

async function idsInOrder(): Promise<string[]> {
  const { rows } = await shop.pool.query(
    "select id from products where published_at is not null and deleted_at is null order by created_at desc, id desc",
  );
  return rows.map((row) => String(row.id));
}

describe("pages far into the list", () => {
  let expected: string[] = [];

  beforeAll(async () => {
    const [brandId, categoryId] = await Promise.all([makeBrand(shop.db), makeCategory(shop.db)]);
    // Many share a moment, so that the order has to fall back on the id.
    await makeManyRows(
      shop.pool,
      `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at, created_at)
       select gen_random_uuid(), 'Product ' || n, $1, $2, 100, 1, now(), '2026-01-01'::timestamptz + (n / 7) * interval '1 minute'
       from generate_series(1, $3::int) n`,
      [brandId, categoryId, count],
    );
    await shop.pool.query("update products set published_at = null where name like 'Product 1_5'");
    expected = await idsInOrder();
  });

  it("together hold every product once, in the list's order", async () => {
    const pages = Math.ceil(expected.length / 100);
    const seen: string[] = [];
    for (let pageNumber = 1; pageNumber <= pages; pageNumber += 1) {
      const page = await productPageOf(shop, { pageNumber });
      expect(page).toMatchObject({ page: pageNumber, pages });
      seen.push(...page.products.map(({ _id }) => _id));
    }
    expect(seen).toEqual(expected);
  });

  it("are empty beyond the end, and know the number of pages", async () => {
    const pages = Math.ceil(expected.length / 100);
    for (const pageNumber of [pages + 1, pages + 500, 1_000_000]) {
      expect(await productPageOf(shop, { pageNumber })).toEqual({ products: [], page: pageNumber, pages });
    }
  });

  it("follow products that come, go and change their place, on every instance", async () => {
    const changes = [
      "update products set deleted_at = now() where name = 'Product 2000'",
      "update products set published_at = now() where name = 'Product 105'",
      "update products set published_at = null where name like 'Product 19_0'",
      "update products set created_at = '2030-01-01' where name = 'Product 7'",
      "update products set created_at = '2020-01-01' where name = 'Product 2222'",
      "delete from products where name like 'Product 20__'",
      "update products set deleted_at = null where name like 'Product 2%'",
    ];
    for (const change of changes) {
      await shop.pool.query(change);
      const ids = await idsInOrder();
      const pages = Math.ceil(ids.length / 100);
      for (const pageNumber of [11, 12, 15, 20, 21, pages]) {
        for (const instance of [shop, other]) {
          const page = await productPageOf(instance, { pageNumber });
          expect(
            page.products.map(({ _id }) => _id),
            `${change}, page ${pageNumber}`,
          ).toEqual(ids.slice((pageNumber - 1) * 100, pageNumber * 100));
          expect(page.pages).toBe(pages);
        }
      }
    }
  });

  it("are whole and in order while products come and go", async () => {
    let isChanging = true;
    const read = async (instance: typeof shop) => {
      let reads = 0;
      for (; isChanging; reads += 1) {
        const { products } = await productPageOf(instance, { pageNumber: 12 + (reads % 3) });
        expect(products).toHaveLength(100);
        expect(new Set(products.map(({ _id }) => _id)).size).toBe(100);
      }
      return reads;
    };
    const change = async () => {
      for (let n = 0; n < 40; n += 1) {
        const published = n % 2 === 0 ? "null" : "now()";
        await shop.pool.query(`update products set published_at = ${published} where name = 'Product ${300 + 4 * n}'`);
      }
      isChanging = false;
    };
    const [, ...reads] = await Promise.all([change(), read(shop), read(other), read(shop)]);
    for (const number of reads) expect(number).toBeGreaterThan(0);
  });
});
