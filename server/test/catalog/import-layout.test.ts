import { describe, expect, it } from "vitest";
import { describeFile } from "../../src/domain/import/describe-file.ts";
import { decodeChunks, EncodingFinder } from "../../src/domain/import/file-layout.ts";
import type { FileProduct } from "../../src/domain/import/file-row.ts";
import { removedImage, withoutInlineImages } from "../../src/domain/import/inline-images.ts";
import { readRecords } from "../../src/domain/import/read-file.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";

async function* piecesOf<Part extends { length: number; slice: (from: number, to: number) => Part }>(
  content: Part,
  size: number,
): AsyncGenerator<Part> {
  for (let start = 0; start < content.length; start += size) yield content.slice(start, start + size);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function encodingOf(content: Buffer, size = 7): string {
  const finder = new EncodingFinder();
  for (let start = 0; start < content.length; start += size) finder.read(content.subarray(start, start + size));
  return finder.find();
}

describe("the encoding of a file", () => {
  const words = "Größe,Préférée,Ελιά,テーブル\n";

  it("is UTF-8 with stray bytes among its characters, wherever they are", () => {
    const utf8 = Buffer.from(words);
    for (const place of [0, 9, 20, utf8.length]) {
      const stray = Buffer.concat([utf8.subarray(0, place), Buffer.from([0xfc]), utf8.subarray(place)]);
      expect(encodingOf(stray), `a stray byte at ${place}`).toBe("utf-8");
    }
    expect(encodingOf(utf8, 1)).toBe("utf-8");
    expect(encodingOf(Buffer.from("Name,Price\nTable,5\n"))).toBe("utf-8");
  });

  it("is that of Windows where no character is UTF-8", () => {
    expect(encodingOf(Buffer.from("Größe;Gewürz;Tür\n", "latin1"))).toBe("windows-1252");
    expect(encodingOf(Buffer.from("Gr\xf6\xdfe\n", "latin1"))).toBe("windows-1252");
  });

  it.each([
    ["windows-1250", [0xa3, 0xf3, 0xbf, 0x6b, 0x6f], "Łóżko"],
    ["windows-1251", [0xd1, 0xf2, 0xee, 0xeb], "Стол"],
    ["shift_jis", [0x83, 0x65, 0x81, 0x5b, 0x83, 0x75, 0x83, 0x8b], "テーブル"],
    ["gbk", [0xd7, 0xc0, 0xd7, 0xd3], "桌子"],
    ["macintosh", [0x47, 0x72, 0x9a, 0xa7, 0x65], "Größe"],
  ])("can be chosen: %s", async (encoding, bytes, expected) => {
    const content = Buffer.concat([Buffer.from("Name,Price\n"), Buffer.from(bytes), Buffer.from(",5\n")]);
    const { columns } = await describeFile(piecesOf(content, 3), { encoding });
    expect(columns[0]?.examples).toEqual([expected]);
  });

  it("leaves the delimiter to a choice as well", async () => {
    const content = Buffer.from("Name;Price, EUR\nTable;5\n");
    const { columns } = await describeFile(piecesOf(content, 4), { encoding: "utf-8", delimiter: ";" });
    expect(columns.map(({ name }) => name)).toEqual(["Name", "Price, EUR"]);
  });
});

describe("an image within a cell", () => {
  const image = `data:image/png;base64,${"iVBORw0KGgo+/".repeat(90_000)}==`;
  const whole = async (texts: AsyncIterable<string>) => (await collect(texts)).join("");

  it.each([1, 5, 64, 65_536, 10_000_000])(
    "is removed and what is around it stays, read %i characters at a time",
    async (size) => {
      const text = size === 1 ? image.slice(0, 300) : image;
      expect(await whole(withoutInlineImages(piecesOf(`a data: b,"<img src='${text}'> c"\ndata`, size)))).toBe(
        `a data: b,"<img src='${removedImage}'> c"\ndata`,
      );
    },
  );

  it("of a megabyte costs the image and not the product", async () => {
    const file = `Handle,Title,Body (HTML),Variant Price,Image Src\noak,Oak,"<p>Solid</p><img src=""${image}"">",5,${image}\nash,Ash,,6,\n`;
    const settings = {
      format: "shopify" as const,
      mapping: { key: "Handle", name: "Title", description: "Body (HTML)", price: "Variant Price", image: "Image Src" },
      variants: "refuse" as const,
    };
    const records = readRecords(decodeChunks(piecesOf(Buffer.from(file), 65_536), "utf-8"), ",");
    const [oak, ash] = await collect(readProducts(records, settings));
    expect(oak).toMatchObject({ problem: undefined, values: { description: "Solid" }, images: [removedImage] });
    expect(oak?.warnings).toEqual([{ kind: "image-ignored", about: "An image within the description" }]);
    expect(ash).toMatchObject({ values: { key: "ash", price: "6" } });
  });
});

describe("a file of Shopify", () => {
  const mapping = {
    key: "Handle",
    name: "Title",
    price: "Variant Price",
    stock: "Variant Inventory Qty",
    image: "Image Src",
    state: "Published",
    sku: "Variant SKU",
    weight: "Variant Grams",
  };
  async function productsOf(rows: Record<string, string>[]): Promise<FileProduct[]> {
    const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ""))];
    const records = (async function* () {
      for (const [place, cells] of lines.entries()) yield { line: place + 1, cells };
    })();
    return collect(readProducts(records, { format: "shopify", mapping, variants: "products" }));
  }
  const variant = (handle: string, size: string, price: string, more: Record<string, string> = {}) => ({
    Handle: handle,
    "Option1 Name": "Size",
    "Option1 Value": size,
    "Variant Price": price,
    ...more,
  });

  it("that was sorted anew still has its variants, wherever the row of the product is", async () => {
    const found = await productsOf([
      variant("oak", "M", "12", { "Image Src": "https://images.example/2.png" }),
      variant("ash", "S", "5", { Title: "Ash" }),
      variant("oak", "S", "10", { Title: "Oak", "Image Src": "https://images.example/1.png" }),
      variant("ash", "M", "6"),
    ]);
    expect(found.map(({ line, values: { key, name, price } }) => [line, key, name, price])).toEqual([
      [2, "oak#M", "Oak – M", "12"],
      [4, "oak#S", "Oak – S", "10"],
      [3, "ash#S", "Ash – S", "5"],
      [5, "ash#M", "Ash – M", "6"],
    ]);
  });

  it("has codes and facts of each variant alone", async () => {
    const found = await productsOf([
      variant("oak", "S", "1", { Title: "Oak", "Variant SKU": "O-S", "Variant Grams": "5" }),
      variant("oak", "M", "2", { "Variant SKU": "O-M" }),
      variant("oak", "L", "3"),
    ]);
    expect(found.map(({ values: { sku, weight } }) => [sku, weight])).toEqual([
      ["O-S", "5"],
      ["O-M", undefined],
      [undefined, undefined],
    ]);
  });

  it("without a tracker, or that goes on selling, is not counted", async () => {
    const tracked = { "Variant Inventory Tracker": "shopify", "Variant Inventory Policy": "deny" };
    const found = await productsOf([
      { Handle: "a", Title: "A", "Variant Inventory Qty": "-3", ...tracked },
      { Handle: "b", Title: "B", "Variant Inventory Qty": "0", "Variant Inventory Tracker": "" },
      { Handle: "c", Title: "C", "Variant Inventory Qty": "4", ...tracked, "Variant Inventory Policy": "continue" },
      { Handle: "d", Title: "D", ...tracked },
    ]);
    expect(found.map(({ values: { stock } }) => stock)).toEqual(["0", "not counted", "not counted", undefined]);
  });

  it("that has some columns alone changes just those", async () => {
    const found = await productsOf([{ Handle: "a", Title: "A", "Variant Price": "7" }]);
    expect(found).toMatchObject([{ values: { key: "a", name: "A", price: "7" }, images: [] }]);
    expect(Object.keys(found[0]?.values ?? {})).toEqual(["key", "name", "price"]);
  });

  it("whose rows of one product are further apart than can be held names them", async () => {
    const long = "x".repeat(4_000);
    const far = Array.from({ length: 6_000 }, (_, n) => ({
      Handle: `h${n}`,
      Title: "Ash",
      "Variant Price": "1",
      "Image Src": long,
    }));
    const found = await productsOf([variant("oak", "S", "1", { Title: "Oak" }), ...far, variant("oak", "M", "2")]);
    expect(found).toHaveLength(6_002);
    expect(found.filter(({ problem }) => problem !== undefined)).toMatchObject([
      { line: 6_003, problem: "The rows of this product are too far from each other. Sort the file by product." },
    ]);
  });
});
