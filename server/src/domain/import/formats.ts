import type { ImportField, ImportFormat, ImportMapping } from "@shop/shared/catalog/import";

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
  },
};

/** The format of a file with these headings. */
export function findFormat(columns: readonly string[]): ImportFormat {
  const names = new Set(columns.map(inLowerCase));
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name));
  if (has("title") && (has("handle", "variant price") || has("url handle", "option1 name"))) return "shopify";
  if (has("title", "url handle")) return "shopify";
  if (has("type", "sku", "name", "regular price")) return "woocommerce";
  if (has("id", "key", "name", "price", "stock")) return "own";
  return "other";
}

/** The column of each field, by what its format calls it. */
export function findMapping(format: ImportFormat, columns: readonly string[]): ImportMapping {
  const byName = new Map(columns.map((column) => [inLowerCase(column), column]));
  const mapping: ImportMapping = {};
  for (const field of Object.keys(headings[format]).filter(isField)) {
    const found = headings[format][field]?.map((name) => byName.get(name)).find((column) => column !== undefined);
    if (found !== undefined) mapping[field] = found;
  }
  return mapping;
}

function isField(name: string): name is ImportField {
  return name in headings.own;
}

/** How headings are compared. */
export function inLowerCase(text: string): string {
  return text.trim().toLowerCase();
}
