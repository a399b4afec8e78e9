import { describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteOldPopularSearches } from "../../src/domain/catalog/popular-searches.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, get } from "../harness/transports.ts";

const shop = startTestShop();
const other = startTestShop({ besides: shop });

const search = (keyword: string, at = shop) => get(at, `/api/products?${new URLSearchParams({ keyword })}`);

async function recorded(): Promise<Record<string, number>> {
  await shop.services.popularSearches.write(shop.db);
  await other.services.popularSearches.write(shop.db);
  const { rows } = await shop.pool.query("select keyword, count from popular_searches order by keyword");
  return Object.fromEntries(rows.map(({ keyword, count }) => [keyword, count]));
}

async function offered(keyword: string): Promise<string[] | undefined> {
  const { body } = await askTrpc(shop, "catalog.suggest", { keyword });
  return z.object({ searches: z.array(z.string()).exactOptional() }).parse(body).searches;
}

const popular = (keyword: string, count: number, age = "1 day") =>
  shop.pool.query("insert into popular_searches (keyword, count, last_at) values ($1, $2, now() - $3::interval)", [
    keyword,
    count,
    age,
  ]);

describe("searches that find products", () => {
  it("are counted by their words, once in ten minutes however often and where they are made", async () => {
    await makeProduct(shop.db, { name: "Tenor Ocarina" });
    await makeProduct(shop.db, { name: "Ocarina Case" });
    await search("Ocarina");
    await search("ocarina!");
    await search("ocarina", other);
    await search("ocarina   case");
    expect(await recorded()).toEqual({ ocarina: 1, "ocarina case": 1 });
    await search("ocarina");
    expect(await recorded()).toEqual({ ocarina: 1, "ocarina case": 1 });
    await shop.pool.query("update popular_searches set last_at = now() - interval '11 minutes'");
    await search("ocarina");
    expect(await recorded()).toEqual({ ocarina: 2, "ocarina case": 1 });
  });

  it.each(["theremin", "ocarina theremin", "", "jane@example.com ocarina", "ocarina 0171 234567 8"])(
    "are not recorded for %j, which finds nothing with all words, or may be personal",
    async (keyword) => {
      await search(keyword);
      expect(Object.keys(await recorded())).toEqual(["ocarina", "ocarina case"]);
    },
  );

  it("are offered from the fifth time on to whoever begins to type them, the most frequent first", async () => {
    await shop.pool.query("delete from popular_searches");
    await popular("ocarina case", 5);
    await popular("tenor ocarina", 9);
    await popular("ocarina for children", 4);
    await popular("ocarina songs", 20, "91 days");
    expect(await offered("oca")).toEqual(["tenor ocarina", "ocarina case"]);
    // What is typed itself is not offered, and a sign is no pattern.
    expect(await offered("ocarina case")).toEqual([]);
    expect(await offered("ocarina c%")).toEqual(["ocarina case"]);
  });

  it("are forgotten after ninety days, and the oldest beyond five thousand", async () => {
    await shop.pool.query(
      `insert into popular_searches (keyword, count, last_at)
       select 'term ' || n, 1, now() - interval '2 days' - n * interval '1 minute' from generate_series(1, 5100) n`,
    );
    await deleteOldPopularSearches(shop.db);
    const { rows } = await shop.pool.query(
      "select count(*)::int as count, bool_or(keyword = 'ocarina case') as young, bool_or(keyword = 'ocarina songs') as old from popular_searches",
    );
    expect(rows).toEqual([{ count: 5_000, young: true, old: false }]);
  });
});
