import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { productAttributes, products } from "../../src/db/schema/products.ts";
import { makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ pageSize: 50 });

const namesFor = async (keyword: string) => (await productPageOf(shop, { keyword })).products.map(({ name }) => name);
const said = async (keyword: string) => (await askTrpc(shop, "catalog.list", { keyword, pageNumber: 1 })).body;

type Sample = { name: string; description?: string; facts?: [name: string, value: string][] };

async function sell(samples: readonly Sample[]): Promise<void> {
  const categoryId = await makeCategory(shop.db);
  for (const [age, { name, description = "", facts = [] }] of samples.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 28 - age));
    const productId = await makeProduct(shop.db, { name, description, categoryId, createdAt });
    const rows = facts.map(([fact, value], n) => ({ productId, position: n + 1, name: fact, value }));
    if (rows.length > 0) await shop.db.insert(productAttributes).values(rows);
  }
}

beforeAll(() =>
  sell([
    { name: "Cartographer Watch" },
    { name: "Clack Keyboard", description: "With hot-swap sockets. It has something for everybody." },
    { name: "Tarn Bottle", description: "Keeps coffee for hours.", facts: [["Good for", "Hot drinks"]] },
    { name: "Alder Camera", facts: [["Good for", "Portraits"]] },
    { name: "Plainsong Tee" },
    { name: "Tide Ring", description: "Goes with a necklace." },
    { name: "Halo Necklace" },
    { name: "Router AX3000", description: "Mesh of 0,75 l in volume." },
    { name: "C++ in Depth", description: "A book." },
    { name: "C in Depth", description: "A book." },
    { name: "数码相机套装" },
    { name: "กระเป๋ากล้อง" },
    { name: "カメラバッグ" },
    {
      name: "Lyric Turntable",
      facts: [
        ["Polarized", "No"],
        ["Belt drive", "Yes"],
      ],
    },
    { name: "The Pen" },
  ]),
);

describe("a search finds", () => {
  it.each([
    ["no part of another word", "photographer", ["Alder Camera"]],
    ["what a question asks for, without the words that only ask", "gift for a photographer", ["Alder Camera"]],
    ["what a fact says before what a description mentions", "something to keep my coffee hot", ["Tarn Bottle"]],
    ["a fact in another form of its word", "portrait", ["Alder Camera"]],
    ["a fact that is so by its name", "belt drive", ["Lyric Turntable"]],
    ["a synonym of two words that is typed with a space", "tee shirt", ["Plainsong Tee"]],
    ["a synonym that no product has as a word", "vinyl", ["Lyric Turntable"]],
    ["a flask by another name", "thermos", ["Tarn Bottle"]],
    ["each thing of a list", "cameras, watches", ["Cartographer Watch", "Alder Camera"]],
    ["the things of a list though one product mentions all", "ring, necklace", ["Tide Ring", "Halo Necklace"]],
    ["letters and a number that a name writes as one", "ax 3000", ["Router AX3000"]],
    ["a number with its decimals after a comma", "0,75 l", ["Router AX3000"]],
    ["the same with a point", "0.75l", ["Router AX3000"]],
    ["a name with its signs", "C++", ["C++ in Depth"]],
    ["a Chinese word inside a longer one", "相机", ["数码相机套装"]],
    ["a Thai word inside a longer one", "กล้อง", ["กระเป๋ากล้อง"]],
    ["a Japanese word inside a longer one", "バッグ", ["カメラバッグ"]],
    ["words that say nothing as they stand, without others", "the", ["The Pen"]],
  ])("%s: %s", async (_what, keyword, names) => {
    expect(await namesFor(keyword)).toEqual(names);
  });

  it("nothing by a fact that is not so", async () => {
    expect(await namesFor("polarized")).toEqual([]);
  });

  it("a fact as long as a product has it", async () => {
    const [bottle] = await shop.db.select({ id: products.id }).from(products).where(eq(products.name, "Tarn Bottle"));
    const ofBottle = eq(productAttributes.productId, bottle?.id ?? "");
    expect(await namesFor("drinks")).toEqual(["Tarn Bottle"]);
    await shop.db.update(productAttributes).set({ value: "Hot soup" }).where(ofBottle);
    expect([await namesFor("soup"), await namesFor("drinks")]).toEqual([["Tarn Bottle"], []]);
    await shop.db.delete(productAttributes).where(ofBottle);
    expect(await namesFor("soup")).toEqual([]);
  });
});

describe("words that not all fit", () => {
  it("are left out by what they mean, wherever they stand", async () => {
    expect(await said("keyboard sockets tide")).toMatchObject({
      products: [{ name: "Clack Keyboard" }],
      foundWords: ["keyboard", "sockets"],
    });
    expect(await said("necklace something")).toMatchObject({
      products: [{ name: "Halo Necklace" }, { name: "Tide Ring" }],
    });
  });

  it("are named if no product means them", async () => {
    expect(await said("halo qwxyz necklace")).toMatchObject({
      products: [{ name: "Halo Necklace" }],
      foundWords: ["halo", "necklace"],
      missingWords: ["qwxyz"],
    });
    expect(await said("cameras, qwxyz")).toMatchObject({ foundWords: ["cameras"], missingWords: ["qwxyz"] });
  });
});
