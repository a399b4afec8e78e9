/** The columns of Shopify's product export, as published: until 2025, and since. */
const olderColumns =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status";
const newerColumns =
  "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description";

/** A row by the names of the newer columns. */
type ShopifyRow = Record<string, string>;

/** What the older columns are called since. */
const olderNames: Record<string, string> = {
  Handle: "URL handle",
  "Body (HTML)": "Description",
  "Product Category": "Product category",
  Published: "Published on online store",
  "Option1 Name": "Option1 name",
  "Option1 Value": "Option1 value",
  "Variant SKU": "SKU",
  "Variant Inventory Qty": "Inventory quantity",
  "Variant Inventory Tracker": "Inventory tracker",
  "Variant Price": "Price",
  "Image Src": "Product image URL",
  "Image Position": "Image position",
};

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A product export of Shopify with these rows. */
export function shopifyFile(rows: ShopifyRow[], generation: "older" | "newer" = "newer"): string {
  const columns = (generation === "older" ? olderColumns : newerColumns).split(",");
  const lines = rows.map((row) =>
    columns.map((name) => quoted(row[name] ?? row[olderNames[name] ?? name] ?? "")).join(","),
  );
  return `${[columns.join(","), ...lines].join("\n")}\n`;
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
