import type { ImportFormat } from "@shop/shared/catalog/import";
import { describe, expect, it } from "vitest";
import { cellLengths, productRowsMax } from "../../src/domain/import/cell-limits.ts";
import { describeFile } from "../../src/domain/import/describe-file.ts";
import type { FileProduct } from "../../src/domain/import/file-row.ts";
import { NumberFinder, numberBy, readNumber } from "../../src/domain/import/numbers.ts";
import { looksLikeHtml, toPlainText } from "../../src/domain/import/plain-text.ts";
import { readRecords } from "../../src/domain/import/read-file.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";

async function* only<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items;
}

const headings = ["key", "name", "price", "description", "image", "option1 value", "type", "parent"];
const mapping = { key: "key", name: "name", price: "price", description: "description", image: "image" };
type Cells = Partial<
  Record<"key" | "name" | "price" | "description" | "image" | "option1 value" | "type" | "parent", string>
>;

/** The products of rows with these cells. */
async function productsOf(format: ImportFormat, rows: Cells[]): Promise<FileProduct[]> {
  const cellsOf = (row: Cells) => headings.map((name) => new Map(Object.entries(row)).get(name) ?? "");
  const records = [headings, ...rows.map(cellsOf)].map((cells, place) => ({ line: place + 1, cells }));
  const found: FileProduct[] = [];
  for await (const product of readProducts(only(...records), { format, mapping, variants: "products" }))
    found.push(product);
  return found;
}

const recordsOf = async (text: string) => {
  const found: string[][] = [];
  for await (const { cells } of readRecords(only(...(text.match(/[\s\S]{1,65536}/g) ?? [])), ",")) found.push(cells);
  return found;
};

describe("a cell that is too long", () => {
  it.each(["own", "other", "shopify", "woocommerce"] as const)(
    "refuses its row by line and column, and no other row: %s",
    async (format) => {
      for (const field of ["key", "name", "price", "description", "image"] as const) {
        const rows = [
          { key: "a", name: "A" },
          { key: "b", name: "B", [field]: "x".repeat(cellLengths[field] + 1) },
          { key: "c", name: "C" },
        ];
        const products = await productsOf(format, rows);
        const sentence = `Line 3: the cell “${field}” has more than ${cellLengths[field].toLocaleString("en-US")} characters`;
        expect(products.map(({ problem }) => problem)).toEqual([undefined, sentence, undefined]);
        expect(JSON.stringify(products).length).toBeLessThan(2_000);
      }
    },
  );

  it("is read at the limit", async () => {
    const [product] = await productsOf("own", [
      { key: "a", name: "n".repeat(cellLengths.name), price: "1".repeat(cellLengths.price) },
    ]);
    expect(product?.problem).toBeUndefined();
    expect(product?.values.name).toHaveLength(cellLengths.name);
  });

  it("cuts a description that becomes too long for a product, and says so; an image is left to the check", async () => {
    for (const format of ["own", "other", "shopify", "woocommerce"] as const) {
      const [long, longer, image] = await productsOf(format, [
        { key: "a", name: "A", description: "d".repeat(5_000) },
        { key: "b", name: "B", description: "d".repeat(5_001) },
        { key: "c", name: "C", image: `https://images.example/${"i".repeat(500)}` },
      ]);
      expect(long?.problem).toBeUndefined();
      expect(long?.warnings).toEqual([]);
      expect(longer).toMatchObject({ problem: undefined, values: { description: `${"d".repeat(4_999)}…` } });
      expect(longer?.warnings).toEqual([
        { kind: "description-cut", about: "5,001 characters, of which 5,000 can be kept" },
      ]);
      expect(image?.problem).toBeUndefined();
      expect(image?.images[0]).toHaveLength(501);
    }
  });
});

describe("a product of many rows", () => {
  it("is refused beyond what Shopify can have, and the products after it are read", async () => {
    const variants = Array.from({ length: productRowsMax + 10 }, (_, n) => ({
      key: "many",
      "option1 value": `v${n}`,
      price: "1",
    }));
    const products = await productsOf("shopify", [...variants, { key: "next", name: "Next" }]);
    expect(products).toMatchObject([
      { line: 2, images: [], problem: "It has more than 2,500 rows, or too much text in them" },
      { values: { key: "next" } },
    ]);
  });

  it("is refused if one of its rows is, and keeps few of its images", async () => {
    const rows = [
      { key: "a", name: "A", "option1 value": "S", price: "1" },
      { key: "a", "option1 value": "o".repeat(5_001), price: "2" },
      { key: "b", name: "B" },
      ...Array.from({ length: 400 }, (_, n) => ({ key: "b", image: `https://images.example/${n}.jpg` })),
    ];
    const [refused, imaged, ...others] = await productsOf("shopify", rows);
    expect(refused?.problem).toBe("Line 3: the cell “option1 value” has more than 5,000 characters");
    expect(imaged).toMatchObject({ problem: undefined, values: { key: "b" } });
    expect(imaged?.images).toHaveLength(250);
    expect(others).toEqual([]);
  });

  it("gives its problem to its variations", async () => {
    const [variation] = await productsOf("woocommerce", [
      { key: "tee", name: "n".repeat(1_001), type: "variable" },
      { key: "tee-s", name: "Small", type: "variation", parent: "tee" },
    ]);
    expect(variation).toMatchObject({ line: 3, problem: "Line 2: the cell “name” has more than 1,000 characters" });
  });
});

describe("a file", () => {
  it("with rows of endless cells, or endless quotes, is refused with the line", async () => {
    await expect(recordsOf(`a,b\n${"1,".repeat(1_000)}\n`)).rejects.toThrow(
      "The row that begins on line 2 has more than 1,000 cells.",
    );
    await expect(recordsOf(`a,b\n1,2\n${",".repeat(3_000_000)}`)).rejects.toThrow(
      "The row that begins on line 3 has more than 1,000 cells.",
    );
    await expect(recordsOf(`a,b\n1,"${"x".repeat(1_100_000)}`)).rejects.toThrow(
      "The row that begins on line 2 is too long.",
    );
    await expect(recordsOf(`a,b\n1,"${'""'.repeat(1_100_000)}"`)).rejects.toThrow(
      "The row that begins on line 2 is too long.",
    );
    expect(await recordsOf(`a,b\n${"1,".repeat(999)}1\n`)).toHaveLength(2);
  });

  it("with too many columns, or too long a heading, is refused with what to do", async () => {
    const headed = (heading: string) => describeFile(only(Buffer.from(`${heading}\n1,2\n`)), { encoding: "utf-8" });
    await expect(headed(`key,name,${"h".repeat(301)}`)).rejects.toThrow(
      "The heading of column 3 has more than 300 characters. Please shorten it.",
    );
    const many = await headed(Array.from({ length: 1_000 }, (_, n) => `h${n}`).join(","));
    expect(many.columns).toHaveLength(1_000);
    await expect(headed(",".repeat(100_000))).rejects.toThrow("line 1 has more than 1,000 cells");
    const { columns } = await headed(`key,${"h".repeat(300)}`);
    expect(columns).toHaveLength(2);
  });

  it("shows the beginning of long values as examples", async () => {
    const { columns } = await describeFile(only(Buffer.from(`key,name\n1,"  ${"long \n".repeat(50_000)}"\n`)), {
      encoding: "utf-8",
    });
    expect(columns[1]?.examples).toEqual(["long ".repeat(16)]);
  });
});

describe("a description in HTML", () => {
  const nested = (depth: number) => `${"<div>".repeat(depth)}x${"</div>".repeat(depth)}`;

  it("may nest a hundred tags, and is refused beyond with its line instead of an overflow", async () => {
    expect(toPlainText(nested(100))).toBe("x");
    for (const html of [nested(101), nested(5_000), "<ul><li>".repeat(20_000), "<table><tr><td>".repeat(10_000)])
      expect(toPlainText(html)).toBeUndefined();
    const [product] = await productsOf("shopify", [{ key: "a", name: "A", description: nested(5_000) }]);
    expect(product?.problem).toBe("Line 2: the description has too many tags within each other");
    expect(toPlainText("<p>a<p>b".repeat(200))).toContain("a\n\nb");
  });

  it("has its tables in columns, unless they are large or span more than they have", () => {
    const table = (rows: string) => `<p>Facts</p><table>${rows}</table><p>End</p>`;
    expect(toPlainText(table("<tr><th>Material</th><td>Oak</td></tr><tr><th>W</th><td>3 kg</td></tr>"))).toBe(
      "Facts\n\nMATERIAL   Oak\nW          3 kg\n\nEnd",
    );
    expect(toPlainText(table('<tr><td colspan="2">Sizes</td></tr><tr><td>S</td><td>M</td></tr>'))).toBe(
      "Facts\n\nSizes\nS   M\n\nEnd",
    );
    for (const span of ['colspan="1000000"', 'rowspan="1000000"', 'colspan="-3"', 'colspan="1e400"', 'rowspan="0.5"']) {
      expect(toPlainText(table(`<tr><td ${span}>A</td><td>B</td></tr>`))).toBe("Facts\n\nA   B\n\nEnd");
    }
    const rows = "<tr><td>A</td><td>B</td></tr>".repeat(5_000);
    expect(toPlainText(table(rows))).toBe(`Facts\n\n${Array(5_000).fill("A   B").join("\n")}\n\nEnd`);
    const wide = toPlainText(
      `<table><tr><td><pre>${"w".repeat(20_000)}</pre></td><td>${"<br>x".repeat(5_000)}</td></tr></table>`,
    );
    expect(wide?.length).toBeLessThan(40_000);
  });

  it("is told from plain text as before", () => {
    for (const text of ["a <b>c", "<br/>", "<BR>", "</p>", "<p\nclass='x'>", "<h3 >", "<img src=a>"])
      expect(looksLikeHtml(text)).toBe(true);
    for (const text of ["a < b > c", "<but>", "<p", "<p class='x'", "<>", "5 <b 6", "<br /"])
      expect(looksLikeHtml(text)).toBe(false);
  });
});

describe("a number of a file", () => {
  it.each<[string, number]>([
    ["€ 1.299,50 inkl. MwSt.", 1_299.5],
    ["USD 1,299.00", 1_299],
    ["Rs. 500", 500],
    ["-5", -5],
    ["+5", 5],
    ["19.90.", 19.9],
    ["1'299.00 CHF", 1_299],
    ["1’299", 1_299],
    ["1 299,00", 1_299],
    ["1\u00a0299,000", 1_299],
    ["12,5", 12.5],
    ["0,500", 0.5],
    ["1.500,-", 1_500],
    ["1500.-", 1_500],
    ["1.500.000", 1_500_000],
    ["1500.000", 1_500],
    ["007", 7],
  ])("is read from %j", (text, value) => {
    expect(readNumber(text)).toMatchObject({ kind: "number", value });
  });

  it.each(["1.500", "1,000", "12,500", "999.999"])("can be two numbers: %j", (text) => {
    expect(readNumber(text).kind).toBe("ambiguous");
    const [asComma, asPoint] = [numberBy(text, ","), numberBy(text, ".")];
    expect([asComma, asPoint].toSorted((a, b) => a - b)[1]).toBe(Number(text.replace(/[.,]/, "")));
    expect(numberBy(text, undefined)).toBeNaN();
  });

  it.each([
    ...["five", "-", "", "(5.00)", "19 90", "Nr 12 19.90", "1.2.3", "1,23,456", "-$5", "$-", ".5", "5-6", "1..5"],
    ...["1.299,00.5", "1'5", `-${"a".repeat(500)}1`, "12,345.678,9"],
  ])("is none: %j", (text) => {
    expect(readNumber(text)).toEqual({ kind: "none" });
  });

  it("has the decimal mark that other cells show, and none where they contradict each other", () => {
    const markOf = (...texts: string[]) => {
      const finder = new NumberFinder();
      for (const text of texts) finder.readPrice(text);
      return [finder.find(), finder.isOpen];
    };
    expect(markOf("1.500", "1.299,00")).toEqual([",", false]);
    expect(markOf("1.500", "12.50")).toEqual([".", false]);
    expect(markOf("1.500", "7")).toEqual([undefined, true]);
    expect(markOf("5", "7")).toEqual([undefined, false]);
    expect(markOf("12.50", "12,50", "1.500")).toEqual([undefined, true]);
    expect(numberBy("12.50", ",")).toBeNaN();
    expect(numberBy("1.500", ",")).toBe(1_500);
  });
});
