import { beforeAll, describe, expect, it } from "vitest";
import { productPageOf } from "./harness/doors.ts";
import { makeBrand, makeCategory } from "./harness/factories.ts";
import { startTestShop } from "./harness/shop.ts";

const shop = startTestShop({ pageSize: 100 });
const count = 2_350;

describe("pages far into the list", () => {
  let expected: string[] = [];

  beforeAll(async () => {
    const [brandId, categoryId] = await Promise.all([makeBrand(shop.db), makeCategory(shop.db)]);
    // Many share a moment, so that the order has to fall back on the id.
    await shop.pool.query(
      `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at, created_at)
       select gen_random_uuid(), 'Product ' || n, $1, $2, 100, 1, now(), '2026-01-01'::timestamptz + (n / 7) * interval '1 minute'
       from generate_series(1, $3::int) n`,
      [brandId, categoryId, count],
    );
    await shop.pool.query("update products set published_at = null where name like 'Product 1_5'");
    const { rows } = await shop.pool.query(
      "select id from products where published_at is not null order by created_at desc, id desc",
    );
    expected = rows.map((row) => String(row.id));
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

  it("follow a product that is taken away", async () => {
    const last = Math.ceil(expected.length / 100);
    const gone = expected.shift();
    await shop.pool.query("update products set deleted_at = now() where id = $1", [gone]);
    const page = await productPageOf(shop, { pageNumber: last });
    expect(page.products.map(({ _id }) => _id)).toEqual(expected.slice((last - 1) * 100));
  });
});
