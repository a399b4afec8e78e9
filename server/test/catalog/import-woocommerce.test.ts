import type { ImportMapping } from "@shop/shared/catalog/import";
import { expect, it } from "vitest";
import type { FileProduct } from "../../src/domain/import/file-row.ts";
import { findFormat, findMapping } from "../../src/domain/import/formats.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";

const headings = [
  "ID",
  "Type",
  "SKU",
  "Name",
  "Published",
  "Visibility in catalog",
  "Description",
  "In stock?",
  "Backorders allowed?",
  "Stock",
  "Regular price",
  "Categories",
  "Images",
  "Brands",
];
const mapping: ImportMapping = findMapping("woocommerce", headings);

/** The product of one row of an export. */
async function readRow(cells: Record<string, string>): Promise<FileProduct> {
  const row = headings.map((heading) => cells[heading] ?? "");
  const records = async function* () {
    yield { line: 1, cells: headings };
    yield { line: 2, cells: row };
  };
  for await (const product of readProducts(records(), { format: "woocommerce", mapping, variants: "refuse" })) {
    return product;
  }
  throw new Error("The row has no product");
}

const simple = { ID: "7", Type: "simple", SKU: "cap", Name: "Cap", Published: "1", "Regular price": "12" };

it("An export of WooCommerce is recognised by its headings", () => {
  expect(findFormat(headings)).toBe("woocommerce");
});

it("What an export says is out of stock, without a number, has a stock of nothing", async () => {
  expect((await readRow({ ...simple, "In stock?": "0" })).values.stock).toBe("0");
  expect((await readRow({ ...simple, "In stock?": "1", Stock: "4" })).values.stock).toBe("4");
});

it.each([
  [{ "In stock?": "1" }],
  [{ "In stock?": "backorder", Stock: "0" }],
  [{ "In stock?": "1", Stock: "-2", "Backorders allowed?": "notify" }],
  [{ Stock: "", "Backorders allowed?": "1" }],
])("What %j sells without a number, or beyond it, is not counted", async (cells) => {
  const { values, warnings } = await readRow({ ...simple, ...cells });
  expect(values.stock).toBe("not counted");
  expect(warnings).toEqual([]);
});

it("A stock and its flag that disagree are named, and nothing is sold that the other shop did not sell", async () => {
  const sold = await readRow({ ...simple, "In stock?": "0", Stock: "4" });
  expect(sold.values.stock).toBe("0");
  expect(sold.warnings).toEqual([{ kind: "stock-disagrees", about: "Stock 4, but marked as out of stock: 0" }]);
  const empty = await readRow({ ...simple, "In stock?": "1", Stock: "0" });
  expect(empty.values.stock).toBe("0");
  expect(empty.warnings).toEqual([{ kind: "stock-disagrees", about: "Stock 0, but marked as in stock: 0" }]);
});

it("A part of an export says nothing of what it leaves out", async () => {
  const { values } = await readRow({ ID: "7", SKU: "cap", "Regular price": "12" });
  expect(values).toEqual({ key: "cap", sku: "cap", price: "12" });
});

it.each([
  ["First line\\nsecond line", "First line\nsecond line"],
  ["First line\nsecond line", "First line\nsecond line"],
  ["One paragraph\\n\\nand another", "One paragraph\n\nand another"],
  ["One paragraph\r\n\r\nand another", "One paragraph\n\nand another"],
  ["<p>One</p>\\n<p>Two</p>", "One\n\nTwo"],
  ["Made of:\\n\\n<ul>\\n<li>oak</li>\\n<li>brass</li>\\n</ul>", "Made of:\n\n * oak\n * brass"],
  ["Salt &amp; <strong>pepper</strong>", "Salt & **pepper**"],
])("The lines and paragraphs of the description %j are those of the product", async (written, read) => {
  expect((await readRow({ ...simple, Description: written })).values.description).toBe(read);
});

it("A description that is empty, or has blank lines only, says nothing", async () => {
  for (const written of ["", "\\n\\n", " \n\n "]) {
    expect((await readRow({ ...simple, Description: written })).values).not.toHaveProperty("description");
  }
});

it("Entities in names, categories and brands are the characters that they stand for", async () => {
  const { values } = await readRow({
    ...simple,
    Name: "Salt &amp; Pepper &#8211; 5 &quot;mills&quot; &unknown;",
    Categories: "Home &amp; Living > Cook &amp; Dine, Sale",
    Brands: "M&#246;bel &amp; Co",
  });
  expect(values).toMatchObject({
    name: 'Salt & Pepper – 5 "mills" &unknown;',
    category: "Cook & Dine",
    brand: "Möbel & Co",
  });
  expect((await readRow({ ...simple, Name: "Phones &lt;6&quot; and <b>cases</b>" })).values.name).toBe(
    'Phones <6" and <b>cases</b>',
  );
});

it("A product that the catalog hides stays a draft", async () => {
  expect((await readRow({ ...simple, "Visibility in catalog": "hidden" })).values.state).toBe("draft");
  expect((await readRow({ ...simple, "Visibility in catalog": "visible" })).values.state).toBe("published");
  expect((await readRow({ ...simple, "Visibility in catalog": "search" })).values.state).toBe("published");
  expect((await readRow({ ...simple, Published: "0" })).values.state).toBe("draft");
});

it("Addresses of images may have commas of their own", async () => {
  const { images } = await readRow({
    ...simple,
    Images:
      "https://a.example/w_100,h_100/cap.jpg, https://a.example/side\\,left.jpg,https://a.example/back.jpg, inside.jpg",
  });
  expect(images).toEqual([
    "https://a.example/w_100,h_100/cap.jpg",
    "https://a.example/side,left.jpg",
    "https://a.example/back.jpg",
    "inside.jpg",
  ]);
});
