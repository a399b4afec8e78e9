import { hasOwnImage } from "@shop/shared/catalog/image";
import { toDecimalString } from "@shop/shared/money";
import { descriptionHtml } from "../../../domain/catalog/description-html.ts";
import type { ExportedProduct } from "../../../domain/catalog/export-products.ts";
import { type CsvLine, imageAddress, lineColumns, optionValues, slugOf } from "./csv-line.ts";

const headings = [
  ...["Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Is featured?", "Visibility in catalog"],
  ...["Description", "Tax status", "In stock?", "Stock", "Backorders allowed?", "Weight (kg)", "Sale price"],
  ...["Regular price", "Categories", "Images", "Parent", "Position", "Brands"],
  ...[1, 2, 3].flatMap((place) =>
    ["name", "value(s)", "visible", "global"].map((cell) => `Attribute ${place} ${cell}`),
  ),
];

export const wooCommerceProductColumns = lineColumns(headings);

/** Products as WooCommerce imports them: a product with options in a row of its own before its variations. */
export async function* wooCommerceProductLines(
  batches: AsyncIterable<ExportedProduct[]>,
  origin: string,
): AsyncGenerator<CsvLine[]> {
  let lastGroup: string | null = null;
  for await (const batch of batches) {
    const lines: CsvLine[] = [];
    for (const product of batch) {
      if (product.groupId !== null && product.groupId !== lastGroup) lines.push(await parentLine(product, origin));
      lastGroup = product.groupId;
      lines.push(await productLine(product, origin));
    }
    yield lines;
  }
}

/** Commas part values, and one within a value has a backslash before it. */
const listed = (values: readonly string[]) => values.map((value) => value.replaceAll(",", "\\,")).join(", ");

const parentSku = ({ groupName, groupId, name }: ExportedProduct) => slugOf(groupName ?? name, groupId ?? "");

async function parentLine(product: ExportedProduct, origin: string): Promise<CsvLine> {
  const attributes = product.groupOptions.flatMap(({ name, values }, place) => [
    [`Attribute ${place + 1} name`, name],
    [`Attribute ${place + 1} value(s)`, listed(values.map(({ label }) => label))],
    [`Attribute ${place + 1} visible`, "1"],
    [`Attribute ${place + 1} global`, "1"],
  ]);
  return {
    ...(await sharedCells(product, origin)),
    Type: "variable",
    SKU: parentSku(product),
    Name: product.groupName ?? product.name,
    "In stock?": "1",
    ...Object.fromEntries(attributes),
  };
}

async function productLine(product: ExportedProduct, origin: string): Promise<CsvLine> {
  const { groupId, priceCents, reducedCents, countInStock, isStockCounted, trade } = product;
  const isReduced = reducedCents !== null && reducedCents < priceCents;
  const attributes = optionValues(product.options).flatMap(({ name, value }, place) => [
    [`Attribute ${place + 1} name`, name],
    [`Attribute ${place + 1} value(s)`, listed([value])],
    [`Attribute ${place + 1} global`, "1"],
  ]);
  return {
    ...(await sharedCells(product, origin)),
    Type: groupId === null ? "simple" : "variation",
    SKU: trade?.sku ?? "",
    "GTIN, UPC, EAN, or ISBN": trade?.gtin ?? "",
    Name: product.name,
    "In stock?": isStockCounted && countInStock === 0 ? "0" : "1",
    Stock: isStockCounted ? String(countInStock) : "",
    "Weight (kg)": typeof trade?.weightGrams === "number" ? String(trade.weightGrams / 1_000) : "",
    "Regular price": toDecimalString(priceCents),
    "Sale price": isReduced ? toDecimalString(reducedCents) : "",
    ...(groupId !== null && { Parent: parentSku(product), Position: String(product.position ?? 0) }),
    ...Object.fromEntries(attributes),
  };
}

async function sharedCells(product: ExportedProduct, origin: string): Promise<CsvLine> {
  const { description, isMarkdown, categoryPath, brand, publishedAt, image, moreImages } = product;
  const images = [...(hasOwnImage(image) ? [image] : []), ...moreImages.map((each) => each.image)];
  return {
    Published: publishedAt === null ? "-1" : "1",
    "Is featured?": "0",
    "Visibility in catalog": "visible",
    Description: await descriptionHtml(description, isMarkdown),
    "Tax status": "taxable",
    "Backorders allowed?": "0",
    Categories: listed([categoryPath]),
    Images: images.map((each) => imageAddress(each, origin)).join(", "),
    Brands: listed([brand]),
  };
}
