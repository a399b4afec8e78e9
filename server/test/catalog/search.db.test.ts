import { beforeAll, describe, expect, it } from "vitest";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ pageSize: 50 });

const search = async (keyword: string) => (await askTrpc(shop, "catalog.list", { keyword, pageNumber: 1 })).body;
const namesFor = async (keyword: string) => (await productPageOf(shop, { keyword })).products.map(({ name }) => name);

/** Makes products that are described by their names alone, the first the newest. */
async function makeProducts(names: readonly string[], brand = "", category = ""): Promise<void> {
  const brandId = await makeBrand(shop.db, ...(brand === "" ? [] : [brand]));
  const categoryId = await makeCategory(shop.db, ...(category === "" ? [] : [category]));
  for (const [age, name] of names.entries()) {
    await makeProduct(shop.db, {
      name,
      description: "",
      brandId,
      categoryId,
      createdAt: new Date(Date.UTC(2026, 0, 28 - age)),
    });
  }
}

describe("a search finds", () => {
  beforeAll(async () => {
    await makeProducts([
      "Solène Linen Dress",
      "Walnut Knives",
      "Trail Running Shoes",
      "USB-C Cable",
      "Over-Ear Headphones",
      "Leather Key Ring",
      "Plane 27-inch Monitor",
      "Packet Duffel, 40L",
      "Lumen Smartphone, 256 GB",
      "V-Neck Jersey",
      "Sailor's Cap",
      "Straße Poster",
    ]);
  });

  it.each([
    ["accents and capital letters left out or added", "SOLENE lînen", "Solène Linen Dress"],
    ["a letter that is written in two ways", "strasse poster", "Straße Poster"],
    ["the plural of a word in the singular", "dresses", "Solène Linen Dress"],
    ["the singular of a word in the plural", "shoe trail", "Trail Running Shoes"],
    ["an irregular plural", "knife", "Walnut Knives"],
    ["another form of a word", "runs", "Trail Running Shoes"],
    ["words in any order", "shoes running trail", "Trail Running Shoes"],
    ["a compound with its hyphen", "usb-c", "USB-C Cable"],
    ["a compound in two words", "usb c", "USB-C Cable"],
    ["a compound in one word", "usbc", "USB-C Cable"],
    ["one word in two", "head phones", "Over-Ear Headphones"],
    ["two words in one", "keyring", "Leather Key Ring"],
    ["a hyphenated compound in one word", "overear", "Over-Ear Headphones"],
    ["a size with its unit written out", "27 inches", "Plane 27-inch Monitor"],
    ["a size with its sign", '27" monitor', "Plane 27-inch Monitor"],
    ["a size with a space", "40 l duffel", "Packet Duffel, 40L"],
    ["a size with another spelling of its unit", "40 litres", "Packet Duffel, 40L"],
    ["a size without a space", "256gb", "Lumen Smartphone, 256 GB"],
    ["a size without its unit", "lumen 256", "Lumen Smartphone, 256 GB"],
    ["a single letter before a hyphen", "vneck", "V-Neck Jersey"],
    ["a name without its possessive", "sailor cap", "Sailor's Cap"],
    ["the beginning of its last word", "walnut kni", "Walnut Knives"],
    ["a word that lacks a letter", "hedphones", "Over-Ear Headphones"],
    ["a word with letters swapped", "dulfel", "Packet Duffel, 40L"],
    ["a synonym", "handset", "Lumen Smartphone, 256 GB"],
    ["a synonym of two words", "mobile phones", "Lumen Smartphone, 256 GB"],
    ["a synonym for two words", "keychain", "Leather Key Ring"],
    ["signs around its words", "(linen) & “dress”!!!", "Solène Linen Dress"],
    ["words that say nothing beside others", "the dress with linen", "Solène Linen Dress"],
  ])("what is meant by %s: %s", async (_rule, keyword, name) => {
    expect(await namesFor(keyword)).toEqual([name]);
  });

  it("what a synonym finds besides, but not the other way round", async () => {
    await makeProducts(["Emerald Velvet Sash", "Green Velvet Sash"]);
    expect(await namesFor("green sash")).toEqual(["Green Velvet Sash", "Emerald Velvet Sash"]);
    expect(await namesFor("emerald sash")).toEqual(["Emerald Velvet Sash"]);
  });

  it("what has a text full of signs, none of which is a pattern", async () => {
    const signs = { name: "Plain tote", description: "Now 50% off & more/less." };
    await makeProduct(shop.db, signs);
    expect(await namesFor("50% off & more/less")).toEqual(["Plain tote"]);
    await makeProducts(["snake_case tee", "back\\slash bag"]);
    expect(await namesFor("snake_case")).toEqual(["snake_case tee"]);
    expect(await namesFor("back\\slash")).toEqual(["back\\slash bag"]);
  });

  it.each([
    "%",
    "_",
    ".*",
    "\\",
    "'",
    "''",
    "'; drop table products; --",
    "a:*b",
    "!(",
    "x & !y",
    "<->",
    ":*",
    "💡",
    "%%%%",
  ])("nothing by accident for %s, and does not fail", async (keyword) => {
    const { status, body } = await askTrpc(shop, "catalog.list", { keyword, pageNumber: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 0 });
    expect((await askTrpc(shop, "catalog.suggest", { keyword })).status).toBe(200);
  });

  it("words of other scripts", async () => {
    await makeProducts(["Красная лампа", "赤い ランプ"]);
    expect(await namesFor("лампа")).toEqual(["Красная лампа"]);
    expect(await namesFor("ランプ")).toEqual(["赤い ランプ"]);
  });

  it("no draft and no deleted product", async () => {
    await makeProduct(shop.db, { name: "Hidden draft", publishedAt: null });
    await makeProduct(shop.db, { name: "Hidden deleted", deletedAt: new Date() });
    expect(await namesFor("hidden")).toEqual([]);
  });
});

describe("a search ranks", () => {
  it("what has the word in its name before its category, its brand and its description", async () => {
    const [brandId, named] = [await makeBrand(shop.db), await makeBrand(shop.db, "Quillow & Sons")];
    const [categoryId, of] = [await makeCategory(shop.db), await makeCategory(shop.db, "Quillows")];
    const day = (n: number) => new Date(Date.UTC(2026, 1, n));
    await makeProduct(shop.db, { name: "In text", description: "A quillow.", brandId, categoryId, createdAt: day(4) });
    await makeProduct(shop.db, { name: "In brand", brandId: named, categoryId, createdAt: day(3) });
    await makeProduct(shop.db, { name: "In category", brandId, categoryId: of, createdAt: day(2) });
    await makeProduct(shop.db, { name: "Quillow", brandId, categoryId, createdAt: day(1) });
    expect(await namesFor("quillow")).toEqual(["Quillow", "In category", "In brand", "In text"]);
  });

  it("what a word names before what it describes", async () => {
    await makeProducts(["Gauntlet Belt", "Iron Gauntlet with Lining", "Steel Gauntlet, 2 pieces"]);
    expect(await namesFor("gauntlet")).toEqual([
      "Iron Gauntlet with Lining",
      "Steel Gauntlet, 2 pieces",
      "Gauntlet Belt",
    ]);
  });

  it("the exact phrase before the same words elsewhere in the name", async () => {
    await makeProducts(["Silver Tide Ring", "Ring of Silver", "Old Silver Ring"]);
    expect(await namesFor("silver ring")).toEqual(["Old Silver Ring", "Silver Tide Ring", "Ring of Silver"]);
  });

  it("the word itself before its synonyms", async () => {
    await makeProducts(["Corner Couch", "Corner Sofa"]);
    expect(await namesFor("corner sofa")).toEqual(["Corner Sofa", "Corner Couch"]);
  });

  it("what is sold out after what is not, at the same rank only", async () => {
    await makeProducts(["Brass Sextant", "Copper Sextant", "Sextant Case"]);
    const sell = (name: string, left: number) =>
      shop.pool.query("update products set count_in_stock = $2 where name = $1", [name, left]);
    await sell("Brass Sextant", 0);
    expect(await namesFor("sextant")).toEqual(["Copper Sextant", "Brass Sextant", "Sextant Case"]);
    await sell("Brass Sextant", 3);
    expect(await namesFor("sextant")).toEqual(["Brass Sextant", "Copper Sextant", "Sextant Case"]);
  });
});

describe("a search that no product has all words of", () => {
  beforeAll(() => makeProducts(["Tartan Kilt", "Plain Kilt", "Vermilion Sporran"]));

  it("shows what has the most of them, and says which", async () => {
    expect(await search("vermilion kilt")).toMatchObject({
      foundWords: ["kilt"],
      total: 2,
      products: [{ name: "Tartan Kilt" }, { name: "Plain Kilt" }],
    });
    expect(await search("vermilion tartan kilt")).toMatchObject({ foundWords: ["tartan", "kilt"], total: 1 });
    expect(await search("kilt xyqzzy")).toMatchObject({ foundWords: ["kilt"], total: 2 });
  });

  it("says nothing of the kind when a product has them all, or none has any", async () => {
    expect(await search("tartan kilt")).not.toHaveProperty("foundWords");
    expect(await search("xyqzzy wvvqx")).toEqual({ products: [], page: 1, pages: 0, total: 0 });
  });

  it("is not slow with a hundred characters of single letters", async () => {
    const keyword = "a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(2).slice(0, 100);
    expect((await askTrpc(shop, "catalog.list", { keyword, pageNumber: 1 })).status).toBe(200);
  });
});

describe("a search of an existing shop", () => {
  it("has every product that was there before the search was, and can be filled again", async () => {
    await shop.pool.query("delete from product_search");
    expect(await namesFor("kilt")).toEqual([]);
    await shop.pool.query("call product_search_fill()");
    await shop.pool.query("update catalogue_version set version = gen_random_uuid()");
    const { rows } = await shop.pool.query(
      `select (select count(*) from product_search) as searched,
         (select count(*) from products where published_at is not null and deleted_at is null) as visible`,
    );
    expect(rows[0].searched).toBe(rows[0].visible);
    expect(await namesFor("plain kilt")).toEqual(["Plain Kilt"]);
  });
});
