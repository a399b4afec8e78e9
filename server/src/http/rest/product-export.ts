import { filterProductsSchema } from "@shop/shared/catalog/admin-catalog";
import { notCounted } from "@shop/shared/catalog/import";
import { toDecimalString } from "@shop/shared/money";
import { exportProducts } from "../../domain/catalog/admin-products.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";
import { type CsvColumns, type Exported, sendCsv } from "./send-csv.ts";

/** The shop's own format, which its import reads. */
const columns: CsvColumns<Exported<typeof exportProducts>> = {
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
  State: ({ publishedAt }) => (publishedAt === null ? "draft" : "published"),
  Group: ({ groupId }) => groupId ?? "",
  Options: ({ options }) => options,
  SKU: ({ trade }) => trade?.sku ?? "",
  GTIN: ({ trade }) => trade?.gtin ?? "",
  MPN: ({ trade }) => trade?.mpn ?? "",
  Cost: ({ trade }) => (typeof trade?.costCents === "number" ? toDecimalString(trade.costCents) : ""),
  Weight: ({ trade }) => (typeof trade?.weightGrams === "number" ? String(trade.weightGrams) : ""),
};

/** Streams the products of a filter as CSV. */
export const productExportEndpoint = endpoint({
  method: "GET",
  path: "/api/products.csv",
  caller: "reader",
  id: "exportProducts",
  tag: "Products",
  summary: "Export products for spreadsheets",
  description: "Every product that the filter means, drafts included. The file can be imported again.",
  input: { query: filterProductsSchema },
  answers: {
    200: csvAnswer(
      "ID,Key,Name,Description,Markdown,Brand,Category,Price,Reduced price,Stock,Image,Further images,State,Group,Options,SKU,GTIN,MPN,Cost,Weight…",
    ),
  },
  run: ({ services, actor, reply, query }) =>
    sendCsv(reply, { name: "products", columns }, exportProducts(services.largeActs, actor, query)),
});
