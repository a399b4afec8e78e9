import { describe, expect, it } from "vitest";
import { deleteOldEmptySearches } from "../../src/domain/catalog/empty-searches.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, get } from "../harness/transports.ts";

const shop = startTestShop();
const other = startTestShop({ besides: shop });

const search = (keyword: string) => get(shop, `/api/products?${new URLSearchParams({ keyword })}`);

async function recorded(): Promise<Record<string, number>> {
  await shop.services.emptySearches.write(shop.db);
  const { rows } = await shop.pool.query("select keyword, count from empty_searches order by keyword");
  return Object.fromEntries(rows.map(({ keyword, count }) => [keyword, count]));
}

describe("searches that find nothing", () => {
  it("are counted by their words, whether a cache answers them or not, by any transport and instance", async () => {
    await search("Théremin  stand!");
    await search("Théremin  stand!");
    await search("theremin stand");
    await askTrpc(shop, "catalog.list", { keyword: "theremin stand", pageNumber: 1 });
    await get(other, "/api/products?keyword=theremin%20stand");
    await other.services.emptySearches.write(shop.db);
    expect(await recorded()).toEqual({ "theremin stand": 5 });
    expect(await recorded()).toEqual({ "theremin stand": 5 });
  });

  it("are not recorded when something is found, if only for some of the words", async () => {
    await makeProduct(shop.db, { name: "Ocarina" });
    await search("ocarina");
    await search("ocarina lessons");
    await search("");
    await get(shop, "/api/products?pageNumber=99&keyword=ocarina");
    expect(Object.keys(await recorded())).toEqual(["theremin stand"]);
  });

  it.each(["jane@example.com", "4111 1111 1111 1111", "0171 234567 8", "x".repeat(61), "???"])(
    "are not recorded for %s, which may be personal, too long, or no words at all",
    async (keyword) => {
      await search(keyword);
      expect(Object.keys(await recorded())).toEqual(["theremin stand"]);
    },
  );

  it("are forgotten after ninety days, and the oldest beyond five thousand", async () => {
    await shop.pool.query(
      `insert into empty_searches (keyword, count, last_at)
       select 'term ' || n, 1, now() - interval '1 hour' - n * interval '1 minute' from generate_series(1, 5100) n
       union all select 'ancient', 99, now() - interval '91 days'`,
    );
    await deleteOldEmptySearches(shop.db);
    const { rows } = await shop.pool.query(
      "select count(*)::int as count, bool_or(keyword = 'theremin stand') as newest, bool_or(keyword = 'ancient') as ancient from empty_searches",
    );
    expect(rows).toEqual([{ count: 5_000, newest: true, ancient: false }]);
  });
});
