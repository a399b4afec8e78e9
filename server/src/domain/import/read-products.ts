import type { ImportField, ImportFormat, ImportMapping, ImportOptions } from "@shop/shared/import";
import { LRUCache } from "lru-cache";
import { unescapeFormula } from "./cells.ts";
import { inLowerCase } from "./formats.ts";
import { looksLikeHtml, toPlainText } from "./plain-text.ts";
import type { FileRecord } from "./read-file.ts";

/** A product as the file has it: texts by field, without empty ones, or the reason for which it is refused. */
export type FileProduct = {
  line: number;
  values: Partial<Record<Exclude<ImportField, "image">, string>>;
  images: string[];
  problem?: string;
};

type Settings = { format: ImportFormat; mapping: ImportMapping; variants: ImportOptions["variants"] };

/** The cells of a record by their headings. */
type Cells = { line: number; of: (heading: string) => string; field: (field: ImportField) => string };

/** More products with variants than a file has between a product and its variants. */
const parentsMax = 2_000;
/** The most variants that a reason lists. */
const listedMax = 4;

/** The products of a file, one after the other. A product of Shopify takes several rows. */
export async function* readProducts(
  records: AsyncIterable<FileRecord>,
  settings: Settings,
): AsyncGenerator<FileProduct> {
  const rows = readCells(records, settings);
  if (settings.format === "shopify") yield* readShopify(rows, settings);
  else if (settings.format === "woocommerce") yield* readWooCommerce(rows, settings);
  else for await (const row of rows) yield flatProduct(row, settings.format);
}

async function* readCells(records: AsyncIterable<FileRecord>, { format, mapping }: Settings): AsyncGenerator<Cells> {
  let places: Map<string, number> | undefined;
  // Shopify writes cells as they are.
  const restore = format === "shopify" ? (text: string) => text : unescapeFormula;
  for await (const { line, cells } of records) {
    if (places === undefined) {
      places = new Map(cells.map((heading, place) => [inLowerCase(heading), place]));
      continue;
    }
    const byName = places;
    const of = (heading: string) => restore(cells[byName.get(inLowerCase(heading)) ?? -1] ?? "").trim();
    const field = (name: ImportField) => (mapping[name] === undefined ? "" : of(mapping[name]));
    if (cells.some((cell) => cell.trim() !== "")) yield { line, of, field };
  }
}

/** The texts of the mapped columns, without empty ones: an empty cell leaves the product as it is. */
function valuesOf(row: Cells): FileProduct["values"] {
  const values: FileProduct["values"] = {};
  const fields = ["key", "id", "name", "description", "brand", "category", "price", "stock", "state"] as const;
  for (const field of fields) {
    const text = row.field(field);
    if (text !== "") values[field] = text;
  }
  return values;
}

function flatProduct(row: Cells, format: ImportFormat): FileProduct {
  const values = valuesOf(row);
  const { description } = values;
  if (format === "other" && description !== undefined && looksLikeHtml(description)) {
    values.description = toPlainText(description);
  }
  const image = row.field("image");
  const images = format === "own" ? [image] : image.split(/[,|;]\s*(?=https?:)/);
  return { line: row.line, values, images: images.map((each) => each.trim()).filter((each) => each !== "") };
}

/** Rows of one handle follow each other: the first has the product, further ones its variants and images. */
async function* readShopify(rows: AsyncIterable<Cells>, settings: Settings): AsyncGenerator<FileProduct> {
  let group: Cells[] = [];
  for await (const row of rows) {
    const [first] = group;
    const isNext = first !== undefined && (row.field("key") === "" || row.field("key") === first.field("key"));
    // Without a handle, each title is a product.
    const isOther = row.field("key") === "" && row.field("name") !== "";
    if (first !== undefined && (!isNext || isOther)) {
      yield* shopifyProducts(group, settings);
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield* shopifyProducts(group, settings);
}

function* shopifyProducts(group: Cells[], { variants: choice }: Settings): Generator<FileProduct> {
  const [head] = group;
  if (head === undefined) return;
  const values = valuesOf(head);
  values.category ??= lastOf(head.of("product category"), ">");
  if (values.category === "") delete values.category;
  if (values.description !== undefined) values.description = toPlainText(values.description);
  values.state = shopifyState(head);
  const images = [...new Set(group.map((row) => row.field("image")).filter((image) => image !== ""))];
  const variants = group.filter((row) => row === head || optionsOf(row) !== "" || row.field("price") !== "");
  if (variants.length <= 1) {
    yield { line: head.line, values: withStock(values, head), images };
    return;
  }
  if (choice === "refuse") {
    yield { line: head.line, values, images, problem: variantProblem(variants.map(optionsOf)) };
    return;
  }
  for (const row of variants) {
    const options = optionsOf(row);
    const variant: FileProduct["values"] = { ...values, key: `${values.key ?? ""}#${options}` };
    variant.name = `${values.name ?? ""} – ${options}`;
    if (row.field("price") !== "") variant.price = row.field("price");
    const own = row.of("variant image url") || row.of("variant image");
    yield { line: row.line, values: withStock(variant, row), images: own === "" ? images : [own, ...images] };
  }
}

/** The stock of a row. Oversold products have less than nothing there. */
function withStock(values: FileProduct["values"], row: Cells): FileProduct["values"] {
  const { stock: _stock, ...others } = values;
  const stock = row.field("stock");
  if (stock === "") return others;
  return { ...others, stock: stock.startsWith("-") ? "0" : stock };
}

function shopifyState(row: Cells): string {
  const status = row.of("status").toLowerCase();
  const isActive = status === "" || status === "active";
  return isActive && row.field("state").toLowerCase() !== "false" ? "published" : "draft";
}

function optionsOf(row: Cells): string {
  const values = [1, 2, 3].map((place) => row.of(`option${place} value`)).filter((value) => value !== "");
  return values.join(" / ");
}

function variantProblem(names: string[]): string {
  const listed = names.slice(0, listedMax).join(", ");
  const more = names.length > listedMax ? ` and ${names.length - listedMax} more` : "";
  return `It has ${names.length} variants (${listed}${more}). Choose “Make each variant a product” to import them.`;
}

function lastOf(text: string, separator: string): string {
  return text.split(separator).at(-1)?.trim() ?? "";
}

type Parent = { values: FileProduct["values"]; images: string[] };

async function* readWooCommerce(rows: AsyncIterable<Cells>, { variants }: Settings): AsyncGenerator<FileProduct> {
  const parents = new LRUCache<string, Parent>({ max: parentsMax });
  for await (const row of rows) {
    const types = row.of("type").toLowerCase();
    const { values, images } = wooValues(row);
    const id = row.of("id");
    // Products without an SKU are known by their number.
    if (values.key === undefined && id !== "") values.key = `id:${id}`;
    const found = { line: row.line, values, images };
    if (types.includes("variable")) {
      for (const name of [values.key, `id:${id}`]) if (name !== undefined) parents.set(name, { values, images });
      const problem = variantProblem(attributesOf(row).flatMap(listedValues));
      if (variants === "refuse") yield { ...found, problem };
    } else if (types.includes("variation")) {
      const parent = parents.get(row.of("parent"));
      yield variants === "refuse"
        ? { ...found, problem: "It is a variant. Choose “Make each variant a product” to import it." }
        : variation(found, parent, attributesOf(row).map(unescapeCommas).join(" / "));
    } else if (types.includes("grouped") || types.includes("external")) {
      yield { ...found, problem: "It is a group of products or sold elsewhere, which this shop does not have." };
    } else yield found;
  }
}

function wooValues(row: Cells): Parent {
  const values = withStock(valuesOf(row), row);
  // A variation that shares the stock of its product has none of its own.
  if (values.stock === "parent") delete values.stock;
  const description = values.description ?? row.of("short description");
  if (description !== "") values.description = toPlainText(description.replaceAll("\\n", "\n"));
  // Categories are paths, several of them separated by commas.
  const [category = ""] = listedValues(row.field("category"));
  if (category !== "") values.category = lastOf(category, ">");
  const [brand = ""] = listedValues(row.field("brand"));
  if (brand !== "") values.brand = lastOf(brand, ">");
  values.state = row.field("state") === "" || row.field("state") === "1" ? "published" : "draft";
  const images = row.field("image").split(/,\s*/);
  return { values, images: images.filter((image) => image !== "") };
}

/** Values that commas separate; a comma of a value has a backslash before it. */
function listedValues(text: string): string[] {
  return text.split(/(?<!\\),\s*/).map(unescapeCommas);
}

const unescapeCommas = (text: string) => text.replaceAll("\\,", ",");

function attributesOf(row: Cells): string[] {
  return [1, 2, 3, 4, 5, 6].map((place) => row.of(`attribute ${place} value(s)`)).filter((value) => value !== "");
}

function variation(found: FileProduct, parent: Parent | undefined, options: string): FileProduct {
  if (parent === undefined) return { ...found, problem: "Its product does not come before it in the file." };
  const { key: _key, stock: _stock, price: _price, ...inherited } = parent.values;
  const own = found.values;
  const name =
    own.name === undefined || own.name === inherited.name ? `${inherited.name ?? ""} – ${options}` : own.name;
  const images = found.images.length > 0 ? found.images : parent.images;
  return { ...found, values: { ...inherited, ...own, name }, images };
}
