import {
  type AnyImportField,
  type ImportField,
  type ImportFormat,
  type ImportMapping,
  importFields,
} from "@shop/shared/catalog/import";
import { englishHeading } from "./woocommerce-headings.ts";

type Headings = Partial<Record<ImportField, readonly string[]>>;

/** The headings of each format in lower case, the newest name first. */
const headings: Record<ImportFormat, Headings> = {
  own: {
    id: ["id"],
    key: ["key"],
    name: ["name"],
    description: ["description"],
    brand: ["brand"],
    category: ["category"],
    price: ["price"],
    stock: ["stock"],
    image: ["image"],
    state: ["state"],
    group: ["group"],
    options: ["options"],
    sku: ["sku"],
    gtin: ["gtin"],
    mpn: ["mpn"],
    cost: ["cost"],
    weight: ["weight"],
    length: ["length"],
    width: ["width"],
    height: ["height"],
    origin: ["origin"],
    hsCode: ["hs code"],
    content: ["content"],
    taxClass: ["tax class"],
    salePrice: ["reduced price"],
    facts: ["facts"],
  },
  shopify: {
    key: ["url handle", "handle"],
    name: ["title"],
    description: ["description", "body (html)"],
    brand: ["vendor"],
    category: ["type"],
    price: ["price", "variant price"],
    stock: ["inventory quantity", "variant inventory qty"],
    image: ["product image url", "image src"],
    state: ["published on online store", "published"],
    sku: ["sku", "variant sku"],
    gtin: ["barcode", "variant barcode"],
    cost: ["cost per item"],
    weight: ["weight value (grams)", "variant grams"],
    comparePrice: ["compare-at price", "variant compare at price"],
  },
  woocommerce: {
    key: ["sku"],
    name: ["name"],
    description: ["description"],
    brand: ["brands"],
    category: ["categories"],
    price: ["regular price"],
    stock: ["stock"],
    image: ["images"],
    state: ["published"],
    gtin: ["gtin, upc, ean, or isbn"],
    weight: ["weight (kg)", "weight (g)"],
    length: ["length (cm)", "length (mm)"],
    width: ["width (cm)", "width (mm)"],
    height: ["height (cm)", "height (mm)"],
    salePrice: ["sale price"],
  },
  prestashop: {
    key: ["reference #", "reference"],
    name: ["name *", "name"],
    description: ["description"],
    brand: ["manufacturer", "brand"],
    category: ["categories (x,y,z...)", "category"],
    price: ["price tax excluded", "price (tax excl.)"],
    stock: ["quantity"],
    image: ["image urls (x,y,z...)", "image urls (x,y,z…)"],
    state: ["active (0/1)", "status"],
    gtin: ["ean13", "upc"],
    mpn: ["mpn"],
    cost: ["wholesale price", "cost price"],
    weight: ["weight"],
  },
  magento: {
    key: ["sku"],
    name: ["name"],
    description: ["description"],
    brand: ["manufacturer", "brand"],
    category: ["categories"],
    price: ["price"],
    salePrice: ["special_price"],
    stock: ["qty"],
    image: ["base_image"],
    state: ["product_online"],
    cost: ["cost"],
  },
  wix: {
    key: ["handleid"],
    name: ["name"],
    description: ["description"],
    brand: ["brand"],
    category: ["collection"],
    price: ["price"],
    stock: ["inventory"],
    image: ["productimageurl"],
    state: ["visible"],
    taxClass: ["tax class"],
    sku: ["sku"],
    cost: ["cost"],
  },
  etsy: {
    key: ["sku"],
    name: ["title"],
    description: ["description"],
    price: ["price"],
    stock: ["quantity"],
    image: ["image1"],
  },
  shopware: {
    key: ["product_number"],
    name: ["name"],
    description: ["description"],
    brand: ["manufacturer_name"],
    price: ["price_net"],
    stock: ["stock"],
    image: ["cover_media_url"],
    state: ["active"],
    gtin: ["ean"],
    cost: ["purchase_prices_net"],
  },
  spree: {
    key: ["slug"],
    name: ["name"],
    description: ["description"],
    brand: ["brand_name", "vendor_name"],
    price: ["price"],
    comparePrice: ["compare_at_price"],
    stock: ["inventory_count"],
    image: ["image1_src"],
    state: ["status"],
    sku: ["sku"],
    weight: ["weight"],
  },
  vendure: {
    key: ["slug"],
    name: ["name"],
    description: ["description"],
    price: ["price"],
    stock: ["stockonhand"],
    image: ["assets"],
    sku: ["sku"],
  },
  other: {
    key: ["key", "sku", "article number", "item number", "product code", "article", "code", "handle"],
    name: ["name", "title", "product name", "product"],
    description: ["description", "text", "body"],
    brand: ["brand", "vendor", "manufacturer", "make"],
    category: ["category", "type", "product type", "group"],
    price: ["price", "sales price", "unit price"],
    stock: ["stock", "quantity", "qty", "count in stock", "inventory"],
    image: ["image", "image url", "picture", "photo"],
    state: ["state", "published"],
    sku: ["sku"],
    gtin: ["gtin", "ean", "barcode", "upc", "isbn"],
    mpn: ["mpn", "manufacturer number"],
    cost: ["cost", "cost price", "purchase price"],
    salePrice: ["sale price", "special price", "reduced price"],
    comparePrice: ["compare-at price", "list price", "msrp"],
    weight: ["weight", "weight (g)", "weight (kg)"],
    length: ["length", "length (cm)", "length (mm)"],
    width: ["width", "width (cm)", "width (mm)"],
    height: ["height", "height (cm)", "height (mm)"],
    origin: ["origin", "country of origin"],
    hsCode: ["hs code", "harmonized code", "tariff number"],
    content: ["content"],
    taxClass: ["tax class"],
  },
};

/** The heading of PrestaShop's files of combinations; some versions mark what is required. */
export const combinationHeadings: readonly string[] = ["", "*", " *"].map(
  (mark) => `attribute (name:type:position)${mark}`,
);

/** The headings of this shop's own export, of which a file can have some. */
const ownHeadings = new Set([...Object.values(headings.own).flat(), "further images", "image texts", "markdown"]);

/** Headings that only this shop writes. */
const onlyOwn = ["group", "options", "facts", "further images", "image texts", "markdown", "reduced price"];

/** Headings that no other export has; a file can have some columns of an export alone. */
const wooHeadings = ["in stock?", "backorders allowed?", "visibility in catalog", "is featured?"];

/** The format of a file with these headings. */
export function findFormat(columns: readonly string[]): ImportFormat {
  const names = new Set(columns.map(withoutCurrency).map(inLowerCase));
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name));
  if (has("title", "handle") || has("title", "url handle")) return "shopify";
  if (isWooCommerce(names)) return "woocommerce";
  if (has("name", "slug", "optiongroups", "optionvalues")) return "vendure";
  if (has("handleid", "fieldtype")) return "wix";
  if (has("slug", "inventory_count") || has("slug", "option1_value")) return "spree";
  if (has("sku", "product_type", "attribute_set_code")) return "magento";
  if (has("product_number", "parent_id")) return "shopware";
  if (has("title", "variation 1 type") || has("title", "currency_code", "materials")) return "etsy";
  if (combinationHeadings.some((name) => names.has(name))) return "prestashop";
  if (has("active (0/1)", "price tax excluded") || has("reference", "price (tax excl.)")) return "prestashop";
  const isOwn = [...names].every((name) => ownHeadings.has(name));
  if (isOwn && (has("id") || (has("key") && onlyOwn.some((name) => names.has(name))))) return "own";
  if (has("id", "key", "name", "price", "stock")) return "own";
  return "other";
}

/** Whether a file is an export of WooCommerce, in any of its languages. */
function isWooCommerce(names: ReadonlySet<string>): boolean {
  const english = new Set([...names].map((name) => englishHeading(name) ?? name));
  const isKnown = english.has("sku") || (english.has("id") && english.has("type"));
  return isKnown && (names.has("regular price") || wooHeadings.some((name) => english.has(name)));
}

/** The heading by which a format reads a column, in lower case. */
export function readHeading(format: ImportFormat, column: string): string {
  return (format === "woocommerce" ? englishHeading(column) : undefined) ?? inLowerCase(column);
}

/** The column of each field of a product, by what its format calls it. */
export function findMapping(format: ImportFormat, columns: readonly string[]): ImportMapping {
  return mapHeadings(importFields, headings[format], format, columns);
}

/** The column of each of some fields, by the headings of a format. */
export function mapHeadings<Field extends AnyImportField>(
  fields: readonly Field[],
  headingsOf: Partial<Record<Field, readonly string[]>>,
  format: ImportFormat,
  columns: readonly string[],
): ImportMapping {
  // The column that is named exactly so counts, and the first one of several.
  const named = [...columns].reverse();
  const byName = new Map([
    ...named.map((column) => [readHeading(format, column), column] as const),
    ...named.map((column) => [inLowerCase(withoutCurrency(column)), column] as const),
    ...named.map((column) => [inLowerCase(column), column] as const),
  ]);
  const mapping: ImportMapping = {};
  const used = new Set<string>();
  for (const field of fields) {
    const found = headingsOf[field]
      ?.map((name) => byName.get(name))
      .find((column) => column !== undefined && !used.has(column));
    if (found === undefined) continue;
    mapping[field] = found;
    used.add(found);
  }
  return mapping;
}

/** The names of the columns of a heading, each on one line. Further columns of the same name are numbered. */
export function columnNames(heading: readonly string[]): string[] {
  const taken = new Set<string>();
  return heading.map((cell) => {
    const name = cell.replaceAll("\u0000", "").replaceAll(/\s+/g, " ").trim();
    let unique = name;
    for (let number = 2; unique !== "" && taken.has(inLowerCase(unique)); number += 1) unique = `${name} (${number})`;
    taken.add(inLowerCase(unique));
    return unique;
  });
}

/** How headings are compared. */
export function inLowerCase(text: string): string {
  return text.trim().toLowerCase();
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** The heading without the currency behind it: `Price` for `Price (USD)`. */
function withoutCurrency(heading: string): string {
  const [whole, code = ""] = /[([]([A-Z]{3}|[$€£¥])[)\]]$/.exec(heading) ?? [];
  if (whole === undefined || (code.length === 3 && !currencies.has(code))) return heading;
  return heading.slice(0, -whole.length);
}
