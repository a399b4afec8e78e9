import { randomFrom, wholeFrom } from "./random.ts";
import { type ShopifyGeneration, type ShopifyRow, shopifyHeading, shopifyLine } from "./shopify-file.ts";
import { type WooRow, wooHeading, wooLine, wooListed } from "./woocommerce-file.ts";

export const exportKinds = ["shopify-older", "shopify-newer", "woocommerce"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** What of an export an import finds, if variants are refused and if each becomes a product. */
export type ExportCounts = { refuse: { new: number; refused: number }; products: { new: number; refused: number } };

type Random = () => number;
type Product = { lines: string[]; variants: number; isForeign: boolean };

const wood = ["Oak", "Walnut", "Ash", "Kirsche", "Bouleau", "ブナ", "خشب", "Дуб"];
const things = ["table", "chair", "lamp", "shelf", '27" monitor', "mug, large", "bed «Nord»", "rug ✨", "= Equal desk"];
const sizes = ["XS", "S", "M", "L", "XL", '6"', "8, wide"];
const colors = ["Red", "Bleu foncé", "Natural / oiled", "黒"];
const vendors = Array.from({ length: 40 }, (_, n) => `Maker & Sons ${n}`);
const kinds = ["Tables", "Chairs", "Lighting", "Storage", "Kitchen, dining", "Décor"];

const pick = <Value>(next: Random, values: readonly [Value, ...Value[]] | readonly Value[], fallback: Value) =>
  values[Math.floor(next() * values.length)] ?? fallback;
const text = (next: Random, values: readonly string[]) => pick(next, values, "");
const price = (next: Random) => `${wholeFrom(next, 0, 4_999)}.${String(wholeFrom(next, 0, 99)).padStart(2, "0")}`;

/** A description as shops have them: several lines, quotes, entities, a table, a style and a link. */
function html(next: Random, n: number): string {
  const paragraphs = Array.from(
    { length: wholeFrom(next, 1, 4) },
    (_, place) =>
      `<p data-n="${place}">“${text(next, wood)}”, <strong>${text(next, things)}</strong> &amp; more,\nmade for ${wholeFrom(next, 2, 99)} years.</p>`,
  );
  const parts = ["<ul>", ...sizes.slice(0, wholeFrom(next, 1, 4)).map((size) => `<li>Size ${size}</li>`), "</ul>"];
  const extras = ["<style>p { color: red }</style>", "<table><tr><td>Weight</td><td>3 kg</td></tr></table>", "<br>"];
  return [...paragraphs, ...parts, text(next, extras), `<a href="https://maker.example/${n}">The maker</a>`].join("\n");
}

const imagesOf = (next: Random, n: number) =>
  Array.from(
    { length: wholeFrom(next, 0, 4) },
    (_, place) => `https://images.example/files/${n}-${place}.jpg?v=17${n}`,
  );

/** The combinations of one to three options, fewer than fifteen. */
function optionsOf(next: Random): string[][] {
  const chosen = [sizes, colors, ["Left", "Right"]].slice(0, wholeFrom(next, 1, 3));
  let combined: string[][] = [[]];
  for (const values of chosen) {
    combined = combined.flatMap((row) => values.slice(0, wholeFrom(next, 2, 3)).map((value) => [...row, value]));
  }
  return combined.slice(0, 14);
}

function shopifyVariant(next: Random, options: string[]): ShopifyRow {
  const isTracked = next() < 0.9;
  return {
    ...Object.fromEntries(options.map((value, place) => [`Option${place + 1} value`, value])),
    SKU: next() < 0.8 ? `SKU-${wholeFrom(next, 1, 999_999)}` : "",
    Price: price(next),
    "Compare-at price": next() < 0.2 ? price(next) : "",
    "Inventory tracker": isTracked ? "shopify" : "",
    // Oversold products have less than nothing.
    "Inventory quantity": isTracked ? String(wholeFrom(next, -3, 400)) : "",
    "Continue selling when out of stock": next() < 0.1 ? "TRUE" : "FALSE",
    "Weight value (grams)": String(wholeFrom(next, 0, 40_000)),
    "Weight unit for display": "kg",
    "Requires shipping": "TRUE",
    "Charge tax": "TRUE",
    "Fulfillment service": "manual",
    Barcode: next() < 0.3 ? `'40${wholeFrom(next, 10_000_000_000, 99_999_999_999)}` : "",
  };
}

/** The first row has the product, and each row one variant and one image, as far as there are any. */
function shopifyProduct(next: Random, n: number, { generation, rowsMax }: ShopifyLimits): Product {
  const hasVariants = rowsMax > 20 && next() < 0.25;
  const images = rowsMax > 20 ? imagesOf(next, n) : [];
  const options = hasVariants ? optionsOf(next) : [["Default Title"]];
  const handle = `${text(next, ["oak", "ash", "nord"])}-item-${n}`;
  const names = hasVariants ? ["Size", "Color", "Side"] : ["Title"];
  const head: ShopifyRow = {
    Title: `${text(next, wood)} ${text(next, things)} ${n}`,
    Description: html(next, n),
    Vendor: text(next, vendors),
    "Product category": next() < 0.7 ? "Furniture > Tables > Kitchen & Dining Room Tables" : "",
    Type: next() < 0.8 ? text(next, kinds) : "",
    Tags: "oak, new, sale",
    "Published on online store": next() < 0.9 ? "true" : "false",
    Status: text(next, ["active", "active", "active", "draft", "archived"]),
    "Gift card": "false",
    "SEO title": next() < 0.2 ? 'A "good" table' : "",
    ...Object.fromEntries((options[0] ?? []).map((_, place) => [`Option${place + 1} name`, names[place] ?? ""])),
  };
  const lines = Array.from({ length: Math.max(options.length, images.length) }, (_, place) => {
    const variant = options[place];
    const image = images[place];
    return {
      ...(place === 0 ? head : {}),
      "URL handle": handle,
      ...(variant === undefined ? {} : shopifyVariant(next, variant)),
      ...(image === undefined ? {} : { "Product image URL": image, "Image position": String(place + 1) }),
    };
  });
  return {
    lines: lines.map((row) => shopifyLine(row, generation)),
    variants: hasVariants ? options.length : 0,
    isForeign: false,
  };
}

type ShopifyLimits = { generation: ShopifyGeneration; rowsMax: number };

function wooProduct(next: Random, n: number, rowsMax: number): Product {
  const chance = rowsMax > 20 ? next() : 0.5;
  const type =
    chance < 0.02
      ? "grouped"
      : chance < 0.04
        ? "external"
        : chance < 0.25
          ? "variable"
          : chance < 0.35
            ? "simple, downloadable, virtual"
            : "simple";
  const hasSku = next() < 0.85;
  const stock = next() < 0.7 ? String(wholeFrom(next, -3, 300)) : "";
  const row: WooRow = {
    ID: String(n),
    Type: type,
    SKU: hasSku ? `woo-${n}` : "",
    "Is featured?": "0",
    Name: `${text(next, wood)} ${text(next, things)} ${n}`,
    Published: text(next, ["1", "1", "1", "0", "-1"]),
    "Visibility in catalog": "visible",
    "Tax status": "taxable",
    "In stock?": "1",
    "Short description": next() < 0.5 ? "- short, <em>but</em> good" : "",
    Description: next() < 0.9 ? html(next, n) : "",
    Stock: type === "variable" ? "" : stock,
    "Backorders allowed?": "0",
    "Sold individually?": "0",
    "Weight (kg)": "1.5",
    "Allow customer reviews?": "1",
    "Regular price": type === "variable" || type === "grouped" ? "" : price(next),
    "Sale price": next() < 0.2 ? price(next) : "",
    Categories: wooListed([`Home > ${text(next, kinds)}`, "Sale"]),
    Tags: "new, oak",
    Images: imagesOf(next, n).join(", "),
    Position: "0",
    Brands: text(next, vendors),
    "External URL": type === "external" ? "https://elsewhere.example/1" : "",
  };
  if (type !== "variable") return { lines: [wooLine(row)], variants: 0, isForeign: /grouped|external/.test(type) };
  const chosen = sizes.slice(0, wholeFrom(next, 2, 5));
  const attribute = { "Attribute 1 name": "Size", "Attribute 1 visible": "1", "Attribute 1 global": "1" };
  const parent = hasSku ? `woo-${n}` : `id:${n}`;
  const variations = chosen.map((size, place) => ({
    ID: String(100_000_000 + n * 10 + place),
    Type: "variation",
    SKU: hasSku ? `woo-${n}-${place}` : "",
    Name: `${row.Name} - ${size}`,
    Published: "1",
    "Is featured?": "0",
    "Visibility in catalog": "visible",
    "Tax status": "taxable",
    "Tax class": "parent",
    "In stock?": "1",
    // Some variations share the stock of their product.
    Stock: next() < 0.1 ? "parent" : String(wholeFrom(next, 0, 50)),
    "Regular price": price(next),
    Parent: parent,
    Position: String(place + 1),
    ...attribute,
    "Attribute 1 value(s)": size.replaceAll(",", "\\,"),
  }));
  const lines = [{ ...row, ...attribute, "Attribute 1 value(s)": wooListed(chosen) }, ...variations].map(wooLine);
  return { lines, variants: chosen.length, isForeign: false };
}

/**
 * An export as Shopify and WooCommerce write it, line by line: as many rows below the heading, always the same for a
 * seed. Returns what an import finds in it.
 */
function* shopExport(kind: ExportKind, seed: number, rows: number): Generator<string, ExportCounts> {
  const next = randomFrom(seed);
  const generation = kind === "shopify-older" ? "older" : "newer";
  const counts: ExportCounts = { refuse: { new: 0, refused: 0 }, products: { new: 0, refused: 0 } };
  yield kind === "woocommerce" ? wooHeading() : shopifyHeading(generation);
  let written = 0;
  for (let n = 1; written < rows; n += 1) {
    const rowsMax = rows - written;
    const { lines, variants, isForeign } =
      kind === "woocommerce" ? wooProduct(next, n, rowsMax) : shopifyProduct(next, n, { generation, rowsMax });
    if (isForeign) {
      counts.refuse.refused += 1;
      counts.products.refused += 1;
    } else if (variants === 0) {
      counts.refuse.new += 1;
      counts.products.new += 1;
    } else {
      // WooCommerce writes the product in a row of its own before its variations.
      counts.refuse.refused += kind === "woocommerce" ? variants + 1 : 1;
      counts.products.new += variants;
    }
    written += lines.length;
    yield* lines;
  }
  return counts;
}

/** The whole export, and what an import finds in it. */
export function wholeExport(kind: ExportKind, seed: number, rows: number): { content: string; counts: ExportCounts } {
  const lines = shopExport(kind, seed, rows);
  const parts: string[] = [];
  for (;;) {
    const { done, value } = lines.next();
    if (done === true) return { content: parts.join(""), counts: value };
    parts.push(value);
  }
}
