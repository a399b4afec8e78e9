import { exportProductsSchema } from "@shop/shared/catalog/admin-catalog";
import { notCounted } from "@shop/shared/catalog/import";
import { toDecimalString } from "@shop/shared/money";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { type ExportedProduct, exportByGroup, exportProducts } from "../../domain/catalog/export-products.ts";
import { factLines } from "../../domain/import/facts.ts";
import { altLines } from "../../domain/import/image-alts.ts";
import { contentText } from "../../domain/import/trade-cells.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";
import { shopifyProductColumns, shopifyProductLines } from "./moving-out/shopify-products.ts";
import { wooCommerceProductColumns, wooCommerceProductLines } from "./moving-out/woocommerce-products.ts";
import { type CsvColumns, sendCsv } from "./send-csv.ts";

/** The shop's own format, which its import reads. */
const columns: CsvColumns<ExportedProduct> = {
  ID: ({ id }) => id,
  Key: ({ key }) => key ?? "",
  Name: ({ name }) => name,
  Description: ({ description }) => description,
  Markdown: ({ isMarkdown }) => (isMarkdown ? "yes" : "no"),
  Brand: ({ brand }) => brand,
  Category: ({ category }) => category,
  Price: ({ priceCents }) => toDecimalString(priceCents),
  "Reduced price": ({ reducedCents }) => (reducedCents === null ? "" : toDecimalString(reducedCents)),
  Stock: ({ countInStock, isStockCounted }) => (isStockCounted ? String(countInStock) : notCounted),
  Image: ({ image }) => image,
  "Further images": ({ moreImages }) => moreImages.map(({ image }) => image).join("\n"),
  "Image texts": (product) => altLines(product),
  State: ({ publishedAt }) => (publishedAt === null ? "draft" : "published"),
  Group: ({ groupId }) => groupId ?? "",
  Options: ({ options }) => options,
  Facts: ({ attributes }) => factLines(attributes),
  SKU: ({ trade }) => trade?.sku ?? "",
  GTIN: ({ trade }) => trade?.gtin ?? "",
  MPN: ({ trade }) => trade?.mpn ?? "",
  Cost: ({ trade }) => (typeof trade?.costCents === "number" ? toDecimalString(trade.costCents) : ""),
  Weight: ({ trade }) => numberText(trade?.weightGrams),
  Length: ({ trade }) => numberText(trade?.lengthMm),
  Width: ({ trade }) => numberText(trade?.widthMm),
  Height: ({ trade }) => numberText(trade?.heightMm),
  Origin: ({ trade }) => trade?.originCountry ?? "",
  "HS code": ({ trade }) => trade?.hsCode ?? "",
  Content: ({ trade }) => (trade === null ? "" : contentText(trade)),
  "Tax class": ({ trade }) => trade?.taxClass ?? standardTaxClass,
};

const numberText = (value: number | null | undefined) => (typeof value === "number" ? String(value) : "");

/** Streams the products of a filter as CSV. */
export const productExportEndpoint = endpoint({
  method: "GET",
  path: "/api/products.csv",
  caller: "reader",
  needs: ["products.read"],
  id: "exportProducts",
  tag: "Products",
  summary: "Export products for spreadsheets",
  description:
    "Every product that the filter means, drafts included. The file can be imported again, or by Shopify or WooCommerce " +
    "if that is its format.",
  input: { query: exportProductsSchema },
  answers: {
    200: csvAnswer(
      "ID,Key,Name,Description,Markdown,Brand,Category,Price,Reduced price,Stock,Image,Further images,Image texts,State,Group,Options,Facts,SKU,GTIN,MPN,Cost,Weight…",
    ),
  },
  run: ({ services, actor, reply, query: { format, ...filter } }) => {
    const { largeActs, shop } = services;
    if (format === "own")
      return sendCsv({ reply, shop }, { name: "products", columns }, exportProducts(largeActs, actor, filter));
    const found = exportByGroup(largeActs, actor, filter);
    // Shopify reads cells as they are.
    return format === "shopify"
      ? sendCsv(
          { reply, shop },
          { name: "shopify", columns: shopifyProductColumns, isAsItIs: true },
          shopifyProductLines(found, shop.origin),
        )
      : sendCsv(
          { reply, shop },
          { name: "woocommerce", columns: wooCommerceProductColumns },
          wooCommerceProductLines(found, shop.origin),
        );
  },
});
