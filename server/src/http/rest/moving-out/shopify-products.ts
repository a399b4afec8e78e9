import { hasOwnImage } from "@shop/shared/catalog/image";
import { toDecimalString } from "@shop/shared/money";
import { descriptionHtml } from "../../../domain/catalog/description-html.ts";
import type { ExportedProduct } from "../../../domain/catalog/export-products.ts";
import { type CsvLine, imageAddress, lineColumns, optionValues, slugOf } from "./csv-line.ts";

const headings = [
  ...["Title", "URL handle", "Description", "Vendor", "Type", "Published on online store", "Status", "SKU", "Barcode"],
  ...["Option1 name", "Option1 value", "Option2 name", "Option2 value", "Option3 name", "Option3 value"],
  ...["Price", "Compare-at price", "Cost per item", "Inventory tracker", "Inventory quantity"],
  ...["Continue selling when out of stock", "Weight value (grams)", "Requires shipping"],
  ...["Product image URL", "Image position", "Image alt text", "Variant image URL"],
];

export const shopifyProductColumns = lineColumns(headings);

/** Products as Shopify imports them: the first row has the product, further ones its variants and images. */
export async function* shopifyProductLines(
  batches: AsyncIterable<ExportedProduct[]>,
  origin: string,
): AsyncGenerator<CsvLine[]> {
  let handle = "";
  let images = new Set<string>();
  for await (const batch of batches) {
    const lines: CsvLine[] = [];
    for (const product of batch) {
      const own = slugOf(product.groupName ?? product.name, product.groupId ?? product.id);
      const isFirst = own !== handle;
      if (isFirst) [handle, images] = [own, new Set()];
      const found = [...(hasOwnImage(product.image) ? [{ image: product.image, alt: "" }] : []), ...product.moreImages];
      const added = found.filter(({ image }) => !images.has(image));
      const imageLines = added.map(({ image, alt }) => {
        images.add(image);
        const position = { "Image position": String(images.size), "Image alt text": alt };
        return { "Product image URL": imageAddress(image, origin), ...position };
      });
      const [first = {}, ...others] = imageLines;
      const shared = isFirst ? await productCells(product) : {};
      lines.push({ "URL handle": handle, ...shared, ...variantCells(product, origin), ...first });
      for (const image of others) lines.push({ "URL handle": handle, ...image });
    }
    yield lines;
  }
}

async function productCells(product: ExportedProduct): Promise<CsvLine> {
  const { name, groupName, description, isMarkdown, brand, category, publishedAt } = product;
  return {
    Title: groupName ?? name,
    Description: await descriptionHtml(description, isMarkdown),
    Vendor: brand,
    Type: category,
    "Published on online store": publishedAt === null ? "FALSE" : "TRUE",
    Status: publishedAt === null ? "draft" : "active",
    ...Object.fromEntries(optionsOf(product).map(({ name: option }, place) => [`Option${place + 1} name`, option])),
  };
}

/** Shopify gives a product without options one of this name. */
const optionsOf = ({ options }: ExportedProduct) =>
  options === "" ? [{ name: "Title", value: "Default Title" }] : optionValues(options);

function variantCells(product: ExportedProduct, origin: string): CsvLine {
  const { priceCents, reducedCents, countInStock, isStockCounted, trade, image, groupId } = product;
  const isReduced = reducedCents !== null && reducedCents < priceCents;
  return {
    ...Object.fromEntries(optionsOf(product).map(({ value }, place) => [`Option${place + 1} value`, value])),
    SKU: trade?.sku ?? "",
    Barcode: trade?.gtin ?? "",
    Price: toDecimalString(reducedCents ?? priceCents),
    "Compare-at price": isReduced ? toDecimalString(priceCents) : "",
    "Cost per item": typeof trade?.costCents === "number" ? toDecimalString(trade.costCents) : "",
    "Inventory tracker": isStockCounted ? "shopify" : "",
    "Inventory quantity": isStockCounted ? String(countInStock) : "",
    "Continue selling when out of stock": "deny",
    "Weight value (grams)": typeof trade?.weightGrams === "number" ? String(trade.weightGrams) : "",
    "Requires shipping": "TRUE",
    "Variant image URL": groupId !== null && hasOwnImage(image) ? imageAddress(image, origin) : "",
  };
}
