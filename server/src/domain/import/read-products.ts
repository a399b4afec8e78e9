import { updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import {
  type ImportField,
  type ImportFormat,
  type ImportMapping,
  type ImportOptions,
  importKeyLength,
} from "@shop/shared/catalog/import";
import { descriptionLength, imageLength } from "@shop/shared/shop";
import { LRUCache } from "lru-cache";
import {
  cellLength,
  cellLengths,
  descriptionCellLength,
  imagesMax,
  inWords,
  productCharactersMax,
  productRowsMax,
} from "./cell-limits.ts";
import { unescapeFormula } from "./cells.ts";
import { columnNames, inLowerCase } from "./formats.ts";
import { decodeEntities, looksLikeHtml, paragraphsOf, toPlainText } from "./plain-text.ts";
import type { FileRecord } from "./read-file.ts";

/** A product as the file has it: texts by field, without empty ones, or the reason for which it is refused. */
export type FileProduct = {
  line: number;
  values: Partial<Record<Exclude<ImportField, "image">, string>>;
  images: string[];
  problem?: string | undefined;
};

export type ReadSettings = { format: ImportFormat; mapping: ImportMapping; variants: ImportOptions["variants"] };

/** More products with variants than a file has between a product and its variants, and their characters. */
const parentsMax = 2_000;
const parentCharactersMax = 20_000_000;
/** The most variants that a reason lists. */
const listedMax = 4;

const descriptionSchema = updateProductSchema.shape.description;

/** The cells of a record by their headings. What is too long to be read is empty, and the reason to refuse the row. */
class Row {
  problem: string | undefined;
  constructor(
    readonly line: number,
    private readonly cells: string[],
    private readonly file: { places: Map<string, number>; mapping: ImportMapping; restore: (text: string) => string },
  ) {}

  get characters(): number {
    return this.cells.reduce((sum, cell) => sum + cell.length, 0);
  }

  of(heading: string, longest = cellLength): string {
    const cell = this.cells[this.file.places.get(inLowerCase(heading)) ?? -1] ?? "";
    if (cell.length > longest) {
      this.refuse(`the cell “${heading}” has more than ${inWords(longest)} characters`);
      return "";
    }
    return this.file.restore(cell).trim();
  }

  field(name: ImportField): string {
    const heading = this.file.mapping[name];
    return heading === undefined ? "" : this.of(heading, cellLengths[name]);
  }

  /** The plain text of a description; nothing if it is empty or refused. */
  description(text: string, isHtml: boolean): string | undefined {
    if (text === "") return undefined;
    const plain = isHtml ? toPlainText(text) : text;
    if (plain === undefined) this.refuse("the description has too many tags within each other");
    if (plain === undefined || plain.length <= descriptionLength) return plain;
    this.problem ??= descriptionSchema.safeParse(plain).error?.issues[0]?.message;
    return undefined;
  }

  /** The images that are kept; only the first one is imported. */
  images(found: string[]): string[] {
    const [first = ""] = found;
    if (first.length > imageLength) this.problem ??= `Image can have at most ${imageLength} characters`;
    return found.filter(({ length }) => length <= imageLength).slice(0, imagesMax);
  }

  private refuse(reason: string): void {
    this.problem ??= `Line ${this.line}: ${reason}`;
  }
}

/** The products of a file, one after the other. A product of Shopify takes several rows. */
export async function* readProducts(
  records: AsyncIterable<FileRecord>,
  settings: ReadSettings,
): AsyncGenerator<FileProduct> {
  const rows = readRows(records, settings);
  if (settings.format === "shopify") yield* readShopify(rows, settings);
  else if (settings.format === "woocommerce") yield* readWooCommerce(rows, settings);
  else for await (const row of rows) yield flatProduct(row, settings.format);
}

async function* readRows(records: AsyncIterable<FileRecord>, { format, mapping }: ReadSettings): AsyncGenerator<Row> {
  let places: Map<string, number> | undefined;
  // Shopify writes cells as they are.
  const restore = format === "shopify" ? (text: string) => text : unescapeFormula;
  for await (const { line, cells, problem } of records) {
    if (places === undefined) places = new Map(columnNames(cells).map((name, place) => [inLowerCase(name), place]));
    else if (problem !== undefined || cells.some((cell) => cell.trim() !== "")) {
      const row = new Row(line, cells, { places, mapping, restore });
      row.problem = problem;
      yield row;
    }
  }
}

/** The texts of the mapped columns, without empty ones: an empty cell leaves the product as it is. */
function valuesOf(row: Row): FileProduct["values"] {
  const values: FileProduct["values"] = {};
  const fields = ["key", "id", "name", "description", "brand", "category", "price", "stock", "state"] as const;
  for (const field of fields) {
    const text = row.field(field);
    if (text !== "") values[field] = text;
  }
  return values;
}

function flatProduct(row: Row, format: ImportFormat): FileProduct {
  const { description = "", ...values }: FileProduct["values"] = valuesOf(row);
  const text = row.description(description, format === "other" && looksLikeHtml(description));
  const image = row.field("image");
  const found = format === "own" ? [image] : image.split(/[,|;]\s*(?=https?:)/);
  const images = row.images(found.map((each) => each.trim()).filter((each) => each !== ""));
  return { line: row.line, values: withDescription(values, text), images, problem: row.problem };
}

function withDescription(values: FileProduct["values"], description: string | undefined): FileProduct["values"] {
  return description === undefined ? values : { ...values, description };
}

/** Rows of one handle follow each other: the first has the product, further ones its variants and images. */
async function* readShopify(rows: AsyncIterable<Row>, settings: ReadSettings): AsyncGenerator<FileProduct> {
  let group = new ShopifyGroup();
  for await (const row of rows) {
    if (!group.has(row)) {
      yield* group.products(settings);
      group = new ShopifyGroup();
    }
    group.add(row);
  }
  yield* group.products(settings);
}

/** The rows of one product of Shopify, as far as they are held at once. */
class ShopifyGroup {
  private readonly rows: Row[] = [];
  private characters = 0;
  private isTooLarge = false;

  /** Whether a row belongs to the group; the first one does. */
  has(row: Row): boolean {
    const [first] = this.rows;
    if (first === undefined) return true;
    const key = row.field("key");
    // A row whose key cannot be read is a product of its own.
    if (row.problem !== undefined) return false;
    // Without a handle, each title is a product.
    return key === "" ? row.field("name") === "" : key === first.field("key");
  }

  add(row: Row): void {
    this.characters += row.characters;
    this.isTooLarge ||= this.rows.length >= productRowsMax || this.characters > productCharactersMax;
    if (!this.isTooLarge || this.rows.length === 0) this.rows.push(row);
  }

  products(settings: ReadSettings): Iterable<FileProduct> {
    const [head] = this.rows;
    if (head === undefined) return [];
    if (!this.isTooLarge) return shopifyProducts(head, this.rows, settings);
    const problem = `It has more than ${inWords(productRowsMax)} rows, or too much text in them`;
    return [{ line: head.line, values: { key: head.field("key"), name: head.field("name") }, images: [], problem }];
  }
}

function* shopifyProducts(head: Row, group: Row[], { variants: choice }: ReadSettings): Generator<FileProduct> {
  const { description = "", ...texts }: FileProduct["values"] = valuesOf(head);
  const values = withDescription(texts, head.description(description, true));
  values.category ??= lastOf(head.of("product category"), ">");
  if (values.category === "") delete values.category;
  values.state = shopifyState(head);
  const images = head.images([...new Set(group.map((row) => row.field("image")).filter((image) => image !== ""))]);
  const variants = group.filter((row) => row === head || optionsOf(row) !== "" || row.field("price") !== "");
  const problem = group.find((row) => row.problem !== undefined)?.problem;
  const { line } = head;
  if (problem !== undefined) yield { line, values, images, problem };
  else if (variants.length <= 1) yield { line, values: withStock(values, head), images, problem: head.problem };
  else if (choice === "refuse") yield { line, values, images, problem: variantProblem(variants.map(optionsOf)) };
  else for (const row of variants) yield shopifyVariant(row, values, images);
}

function shopifyVariant(row: Row, values: FileProduct["values"], images: string[]): FileProduct {
  const options = optionsOf(row);
  const variant: FileProduct["values"] = { ...values, key: `${values.key ?? ""}#${options}` };
  variant.name = `${values.name ?? ""} – ${options}`;
  if (row.field("price") !== "") variant.price = row.field("price");
  const own = row.of("variant image url") || row.of("variant image");
  const found = own === "" ? images : row.images([own, ...images]);
  return { line: row.line, values: withStock(variant, row), images: found, problem: row.problem };
}

/** The stock of a row. Oversold products have less than nothing there. */
function withStock(values: FileProduct["values"], row: Row): FileProduct["values"] {
  const { stock: _stock, ...others } = values;
  const stock = row.field("stock");
  if (stock === "") return others;
  return { ...others, stock: stock.startsWith("-") ? "0" : stock };
}

function shopifyState(row: Row): string {
  const status = row.of("status").toLowerCase();
  const isActive = status === "" || status === "active";
  return isActive && row.field("state").toLowerCase() !== "false" ? "published" : "draft";
}

function optionsOf(row: Row): string {
  const values = [1, 2, 3].map((place) => row.of(`option${place} value`)).filter((value) => value !== "");
  return values.join(" / ");
}

function variantProblem(names: string[]): string {
  const listed = names
    .slice(0, listedMax)
    .map((name) => name.slice(0, importKeyLength))
    .join(", ");
  const more = names.length > listedMax ? ` and ${names.length - listedMax} more` : "";
  return `It has ${names.length} variants (${listed}${more}). Choose “Make each variant a product” to import them.`;
}

function lastOf(text: string, separator: string): string {
  return text.split(separator).at(-1)?.trim() ?? "";
}

type Parent = { values: FileProduct["values"]; images: string[]; problem: string | undefined };

const charactersOf = ({ values, images }: Parent) =>
  [...Object.values(values), ...images].reduce((sum, text) => sum + text.length, 1);

async function* readWooCommerce(rows: AsyncIterable<Row>, { variants }: ReadSettings): AsyncGenerator<FileProduct> {
  const parents = new LRUCache<string, Parent>({
    max: parentsMax,
    maxSize: parentCharactersMax,
    sizeCalculation: charactersOf,
  });
  for await (const row of rows) {
    const types = row.of("type").toLowerCase();
    const { values, images } = wooValues(row);
    const id = row.of("id");
    // Products without an SKU are known by their number.
    if (values.key === undefined && id !== "") values.key = `id:${id}`;
    const attributes = attributesOf(row);
    const found = { line: row.line, values, images, problem: row.problem };
    if (types.includes("variable")) {
      for (const name of [values.key, `id:${id}`]) if (name !== undefined) parents.set(name, found);
      const problem = row.problem ?? variantProblem(attributes.flatMap(listedValues));
      if (variants === "refuse") yield { ...found, problem };
    } else if (types.includes("variation")) {
      const parent = parents.get(row.of("parent"));
      yield variants === "refuse"
        ? { ...found, problem: "It is a variant. Choose “Make each variant a product” to import it." }
        : variation(found, parent, attributes.map(unescapeCommas).join(" / "));
    } else if (types.includes("grouped") || types.includes("external")) {
      yield { ...found, problem: "It is a group of products or sold elsewhere, which this shop does not have." };
    } else yield found;
  }
}

function wooValues(row: Row): Pick<FileProduct, "values" | "images"> {
  const { description, ...texts } = withStock(valuesOf(row), row);
  const html = paragraphsOf(description ?? row.of("short description", descriptionCellLength));
  const values = withDescription(texts, row.description(html, true));
  if (values.name !== undefined) values.name = decodeEntities(values.name);
  // A variation that shares the stock of its product has none of its own.
  if (values.stock === "parent") delete values.stock;
  else if (values.stock === undefined && row.of("in stock?") === "0") values.stock = "0";
  // Categories are paths, several of them separated by commas.
  const [category = ""] = listedValues(row.field("category"));
  if (category !== "") values.category = decodeEntities(lastOf(category, ">"));
  const [brand = ""] = listedValues(row.field("brand"));
  if (brand !== "") values.brand = decodeEntities(lastOf(brand, ">"));
  const isPublished = row.field("state") === "" || row.field("state") === "1";
  const isHidden = row.of("visibility in catalog").toLowerCase() === "hidden";
  values.state = isPublished && !isHidden ? "published" : "draft";
  return { values, images: row.images(listedImages(row.field("image"))) };
}

/** Addresses that commas separate; one may have commas of its own, with a backslash before them or not. */
function listedImages(text: string): string[] {
  const images = text.split(/(?<!\\),(?:\s+|(?=https?:))/i).map((image) => unescapeCommas(image).trim());
  return images.filter((image) => image !== "");
}

/** Values that commas separate; a comma of a value has a backslash before it. */
function listedValues(text: string): string[] {
  return text.split(/(?<!\\),\s*/).map(unescapeCommas);
}

const unescapeCommas = (text: string) => text.replaceAll("\\,", ",");

function attributesOf(row: Row): string[] {
  return [1, 2, 3, 4, 5, 6].map((place) => row.of(`attribute ${place} value(s)`)).filter((value) => value !== "");
}

function variation(found: FileProduct, parent: Parent | undefined, options: string): FileProduct {
  if (parent === undefined) return { ...found, problem: "Its product does not come before it in the file." };
  const { key: _key, stock: _stock, price: _price, ...inherited } = parent.values;
  const own = found.values;
  const name =
    own.name === undefined || own.name === inherited.name ? `${inherited.name ?? ""} – ${options}` : own.name;
  const images = found.images.length > 0 ? found.images : parent.images;
  return { ...found, values: { ...inherited, ...own, name }, images, problem: found.problem ?? parent.problem };
}
