import { stringify } from "csv-stringify/sync";

/** The columns of Shopify's product export, as published: until 2025, and since. */
const olderColumns =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status".split(
    ",",
  );
const newerColumns =
  "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description".split(
    ",",
  );

/** A row by the names of the newer columns. */
export type ShopifyRow = Record<string, string>;
export type ShopifyGeneration = "older" | "newer";

/** What the older columns are called since. */
const newerNames: Record<string, string> = {
  Handle: "URL handle",
  "Body (HTML)": "Description",
  "Product Category": "Product category",
  Published: "Published on online store",
  "Option1 Name": "Option1 name",
  "Option1 Value": "Option1 value",
  "Option2 Name": "Option2 name",
  "Option2 Value": "Option2 value",
  "Option3 Name": "Option3 name",
  "Option3 Value": "Option3 value",
  "Variant SKU": "SKU",
  "Variant Grams": "Weight value (grams)",
  "Variant Inventory Tracker": "Inventory tracker",
  "Variant Inventory Qty": "Inventory quantity",
  "Variant Fulfillment Service": "Fulfillment service",
  "Variant Price": "Price",
  "Variant Compare At Price": "Compare-at price",
  "Variant Barcode": "Barcode",
  "Variant Requires Shipping": "Requires shipping",
  "Variant Taxable": "Charge tax",
  "Image Src": "Product image URL",
  "Image Position": "Image position",
  "Image Alt Text": "Image alt text",
  "Gift Card": "Gift card",
  "SEO Title": "SEO title",
  "SEO Description": "SEO description",
  "Variant Image": "Variant image URL",
  "Variant Weight Unit": "Weight unit for display",
  "Variant Tax Code": "Tax code",
};

/** The heading of an export. */
export function shopifyHeading(generation: ShopifyGeneration): string {
  return stringify([generation === "older" ? olderColumns : newerColumns]);
}

/** One line of an export; cells with quotes, commas or line breaks are quoted. */
export function shopifyLine(row: ShopifyRow, generation: ShopifyGeneration): string {
  if (generation === "newer") return stringify([newerColumns.map((name) => row[name] ?? "")]);
  // Whether a product sells without stock has other values in the older export.
  const policy = { TRUE: "continue", FALSE: "deny" }[row["Continue selling when out of stock"] ?? ""] ?? "";
  const older: ShopifyRow = { ...row, "Variant Inventory Policy": policy };
  return stringify([olderColumns.map((name) => older[name] ?? older[newerNames[name] ?? name] ?? "")]);
}

/** A product export of Shopify with these rows. */
export function shopifyFile(rows: ShopifyRow[], generation: ShopifyGeneration = "newer"): string {
  return shopifyHeading(generation) + rows.map((row) => shopifyLine(row, generation)).join("");
}

/** A product without variants. */
export function shopifyProduct(n: number, change: ShopifyRow = {}): ShopifyRow {
  return {
    Title: `Oak “Table” no. ${n}`,
    "URL handle": `oak-table-${n}`,
    Description: `<p>A table, <strong>made</strong> of oak.</p>\n<ul><li>Size ${n}</li><li>Oiled &amp; waxed</li></ul>`,
    Vendor: `Maker ${n % 7}`,
    "Product category": "Furniture > Tables > Kitchen & Dining Room Tables",
    Type: `Type ${n % 5}`,
    Tags: "oak, table",
    "Published on online store": "true",
    Status: "active",
    SKU: `OAK-${n}`,
    "Option1 name": "Title",
    "Option1 value": "Default Title",
    Price: `${(n % 900) + 9}.95`,
    "Inventory tracker": "shopify",
    "Inventory quantity": String(n % 40),
    ...change,
  };
}
