import { expect, it } from "vitest";
import { describeFile } from "../../src/domain/import/describe-file.ts";
import { findFormat, findMapping } from "../../src/domain/import/formats.ts";
import { readRecords } from "../../src/domain/import/read-file.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";

/** What a file of this text becomes by what its headings say. */
async function readByHeadings(text: string) {
  const chunks = async function* () {
    yield Buffer.from(text);
  };
  const { delimiter, columns } = await describeFile(chunks(), { encoding: "utf-8" });
  const names = columns.map(({ name }) => name);
  const format = findFormat(names);
  const mapping = findMapping(format, names);
  const texts = async function* () {
    yield text;
  };
  const products = [];
  for await (const { values } of readProducts(readRecords(texts(), delimiter), { format, mapping, variants: "refuse" }))
    products.push(values);
  return { format, names, mapping, products };
}

it("This shop's own export is recognised when it is cut to some of its columns", async () => {
  const cut = await readByHeadings("ID,Stock\n0192f1c0-0000-7000-8000-000000000001,4\n");
  expect(cut).toMatchObject({ format: "own", mapping: { id: "ID", stock: "Stock" } });
  expect(cut.products).toEqual([{ id: "0192f1c0-0000-7000-8000-000000000001", stock: "4" }]);
  expect((await readByHeadings("id;price\nx;4\n")).format).toBe("own");
  expect((await readByHeadings("Price,ID,Key\n1,x,y\n")).format).toBe("own");
});

it("Files of others stay theirs, also with a column ID", async () => {
  expect(findFormat(["ID", "Type", "SKU", "Name", "Regular price", "Stock"])).toBe("woocommerce");
  expect(findFormat(["Handle", "Title", "Variant Price"])).toBe("shopify");
  expect(findFormat(["ID", "Farbe", "Stock"])).toBe("other");
  expect(findFormat(["Key", "Price"])).toBe("other");
});

it("A heading may break its line, and name its currency", async () => {
  const { names, mapping, products } = await readByHeadings(
    'SKU,"Product\r\nname","Price (USD)",Qty\na,Chair,19.90,3\n',
  );
  expect(names).toEqual(["SKU", "Product name", "Price (USD)", "Qty"]);
  expect(mapping).toEqual({ key: "SKU", name: "Product name", price: "Price (USD)", stock: "Qty" });
  expect(products).toEqual([{ key: "a", sku: "a", name: "Chair", price: "19.90", stock: "3" }]);
  expect(findMapping("other", ["Price [€]", "Name"])).toMatchObject({ price: "Price [€]" });
  expect(findMapping("other", ["Price (EUR)", "Price", "Name"])).toMatchObject({ price: "Price" });
  for (const other of ["Price (old)", "Price (OLD)", "Price (was)"]) {
    expect(findMapping("other", [other, "Name"])).not.toHaveProperty("price");
  }
  expect(findFormat(["ID", "Type", "SKU", "Name", "Regular price (GBP)"])).toBe("woocommerce");
});

it("Columns of the same name are told apart, and the first one is meant", async () => {
  const { names, mapping, products } = await readByHeadings("Key,Name,name,Price,Name\na,First,Second,1,Third\n");
  expect(names).toEqual(["Key", "Name", "name (2)", "Price", "Name (3)"]);
  expect(mapping.name).toBe("Name");
  expect(products).toEqual([{ key: "a", name: "First", price: "1" }]);
  const taken = await readByHeadings("Key,Name,Name (2),Name\na,1,2,3\n");
  expect(taken.names).toEqual(["Key", "Name", "Name (2)", "Name (3)"]);
});

it("A file with more columns than any shop uses is read", async () => {
  const many = Array.from({ length: 700 }, (_, place) => `Meta: field ${place}`);
  const { format, products } = await readByHeadings(
    `${many.join(",")},Key,Price\n${many.map(() => "x").join(",")},a,7\n`,
  );
  expect(format).toBe("other");
  expect(products).toEqual([{ key: "a", price: "7" }]);
});
