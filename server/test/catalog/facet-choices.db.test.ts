import { foundProductsSchema } from "@shop/shared/catalog/product-query";
import { beforeAll, describe, expect, it } from "vitest";
import { deleteOldFacetChoices } from "../../src/domain/catalog/facet-choices.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { get } from "../harness/transports.ts";

const shop = startTestShop();

const find = async (query: string) => foundProductsSchema.parse((await get(shop, `/api/products?${query}`)).body);

async function counted(): Promise<Record<string, number>> {
  await shop.services.facetChoices.write(shop.db);
  const { rows } = await shop.pool.query(
    "select category || '/' || facet as place, count from facet_choices order by 1",
  );
  return Object.fromEntries(rows.map(({ place, count }) => [place, count]));
}

const chosen = (category: string, facet: string, count: number, age = "1 day") =>
  shop.pool.query(
    "insert into facet_choices (category, facet, count, last_at) values ($1, $2, $3, now() - $4::interval)",
    [category, facet, count, age],
  );

beforeAll(async () => {
  const brandId = await makeBrand(shop.db, "Tonvik");
  const categoryId = await makeCategory(shop.db, "Ocarinas");
  await makeProduct(shop.db, { name: "Tenor Ocarina", brandId, categoryId, priceCents: 4_000 });
});

describe("the facets that lists are narrowed by", () => {
  it("are counted for their category and the shop where they are the only one, once in a minute", async () => {
    await find("category=Ocarinas&price=25-49.99");
    await find("category=Ocarinas&price=25-49.99&inStock=true");
    await find("category=Ocarinas&price=-49.99");
    await find("keyword=ocarina&brand=Tonvik");
    await find("keyword=ocarina&category=Ocarinas");
    expect(await counted()).toEqual({ "/brand": 1, "/category": 1, "/price": 1, "Ocarinas/price": 1 });
    await shop.pool.query("update facet_choices set last_at = now() - interval '2 minutes' where category <> ''");
    await find("category=Ocarinas&price=25-49.99");
    expect(await counted()).toEqual({ "/brand": 1, "/category": 1, "/price": 1, "Ocarinas/price": 2 });
  });

  it.each([
    "brand=Tonvik",
    "category=Ocarinas",
    "keyword=theremin&inStock=true",
    "category=No+such+one&inStock=true",
    "inStock=true&pageNumber=2",
  ])("are not counted for %s, which is a page of its own, finds nothing or goes on", async (query) => {
    const before = await counted();
    await find(query);
    expect(await counted()).toEqual(before);
  });

  it("are told with the found products from the twentieth choice on, those of the category before the shop's", async () => {
    await shop.pool.query("delete from facet_choices");
    await chosen("", "rating", 40);
    await chosen("", "attribute:Material", 40);
    await chosen("", "price", 60);
    await chosen("", "inStock", 19);
    await chosen("", "brand", 90, "91 days");
    await chosen("Ocarinas", "inStock", 20);
    await chosen("Ocarinas", "price", 12);
    const shopWide = [["price"], ["attribute:Material", "rating"]];
    expect((await find("sort=newest")).facets.mostChosen).toEqual(shopWide);
    expect((await find("category=Ocarinas&sort=rating")).facets.mostChosen).toEqual([["inStock"]]);
    await shop.pool.query("delete from facet_choices where count < 90");
    expect((await find("sort=price-up")).facets).not.toHaveProperty("mostChosen");
  });

  it("are forgotten after ninety days, and the oldest beyond five thousand", async () => {
    await shop.pool.query(
      `insert into facet_choices (category, facet, count, last_at)
       select 'category ' || n, 'price', 1, now() - interval '2 days' - n * interval '1 minute' from generate_series(1, 5100) n`,
    );
    await chosen("Ocarinas", "price", 1);
    await deleteOldFacetChoices(shop.db);
    const { rows } = await shop.pool.query(
      "select count(*)::int as count, bool_or(category = 'Ocarinas') as young, bool_or(facet = 'brand') as old from facet_choices",
    );
    expect(rows).toEqual([{ count: 5_000, young: true, old: false }]);
  });
});
