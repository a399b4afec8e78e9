import { notCounted } from "@shop/shared/catalog/import";
import { inWords, productCharactersMax, productRowsMax } from "./cell-limits.ts";
import {
  categoriesAbove,
  FileGroup,
  type FileProduct,
  lastOf,
  optionName,
  type ReadSettings,
  type Row,
  valuesOf,
  variantProblem,
  withDescription,
  withStock,
  withTradeOf,
} from "./file-row.ts";

/** The rows of products that are held at once, and their characters: those of a product need not follow each other. */
const heldRowsMax = 60_000;
const heldCharactersMax = 20_000_000;

/**
 * The products of a file of Shopify, in which a row has the product and further ones its variants and images. A spreadsheet
 * can have sorted them anew: rows of one handle belong together wherever they are, as far as they can be held.
 */
export async function* readShopify(rows: AsyncIterable<Row>, settings: ReadSettings): AsyncGenerator<FileProduct> {
  const held = new Map<string, ShopifyProduct>();
  const ended = new Set<string>();
  let [heldRows, characters] = [0, 0];
  let last: ShopifyProduct | undefined;
  for await (const row of rows) {
    const key = keyOf(row, last);
    if (key !== undefined && ended.has(key)) {
      yield refusal(row, "The rows of this product are too far from each other. Sort the file by handle.");
      continue;
    }
    const product = (key === undefined ? undefined : held.get(key)) ?? new ShopifyProduct(key);
    product.add(row);
    last = product;
    held.set(product.key, product);
    heldRows += 1;
    characters += row.characters;
    for (const [first, oldest] of held) {
      if ((heldRows <= heldRowsMax && characters <= heldCharactersMax) || oldest === product) break;
      held.delete(first);
      ended.add(first);
      heldRows -= oldest.rowCount;
      characters -= oldest.characters;
      yield* oldest.products(settings);
    }
  }
  for (const product of held.values()) yield* product.products(settings);
}

/** What the rows of a product have in common: the handle, else the title. Nothing for a row that is a product of its own. */
function keyOf(row: Row, last: ShopifyProduct | undefined): string | undefined {
  const handle = row.field("key");
  // A row whose handle cannot be read is a product of its own.
  if (row.problem !== undefined) return undefined;
  if (handle !== "") return `handle ${handle}`;
  // Without a handle, each title is a product, and the rows below it are its own.
  return row.field("name") === "" ? last?.key : undefined;
}

function refusal(row: Row, problem: string): FileProduct {
  return { line: row.line, values: { key: row.field("key"), name: row.field("name") }, images: [], problem };
}

/** The rows of one product, as far as they are held at once. */
class ShopifyProduct {
  readonly key: string;
  rowCount = 0;
  characters = 0;
  private readonly rows: Row[] = [];
  private isTooLarge = false;

  constructor(key: string | undefined) {
    this.key = key ?? `row ${crypto.randomUUID()}`;
  }

  add(row: Row): void {
    this.rowCount += 1;
    this.characters += row.characters;
    this.isTooLarge ||= this.rows.length >= productRowsMax || this.characters > productCharactersMax;
    if (!this.isTooLarge || this.rows.length === 0) this.rows.push(row);
  }

  products(settings: ReadSettings): Iterable<FileProduct> {
    // The row of the product has its title, wherever it is sorted.
    const head = this.rows.find((row) => row.field("name") !== "") ?? this.rows[0];
    if (head === undefined) return [];
    if (!this.isTooLarge) return productsOf(head, this.rows, settings);
    return [refusal(head, `It has more than ${inWords(productRowsMax)} rows, or too much text in them`)];
  }
}

function* productsOf(head: Row, group: Row[], { variants: choice }: ReadSettings): Generator<FileProduct> {
  const { description = "", ...texts }: FileProduct["values"] = valuesOf(head);
  const values = withDescription(texts, head.description(description, true));
  const path = values.category === undefined ? head.of("product category") : "";
  values.category ??= lastOf(path, ">");
  if (values.category === "") delete values.category;
  const state = stateOf(head);
  delete values.state;
  if (state !== undefined) values.state = state;
  const images = head.images([...new Set(group.map((row) => row.field("image")).filter((image) => image !== ""))]);
  const variants = group.filter((row) => row === head || optionsOf(row) !== "" || row.field("price") !== "");
  const problem = group.find((row) => row.problem !== undefined)?.problem;
  const { line, warnings, isMarkdown } = head;
  const found = { line, values, images, warnings, isMarkdown, categoryPath: categoriesAbove(path) };
  if (problem !== undefined) yield { ...found, problem };
  else if (variants.length <= 1) yield { ...found, values: withShopifyStock(values, head), problem: head.problem };
  else if (choice === "refuse") yield { ...found, problem: variantProblem(variants.map(optionsOf)) };
  else if (choice === "products") for (const row of variants) yield variantOf(row, found);
  else yield* groupOf(variants, found, head);
}

/** The variants of a product with options. */
function* groupOf(rows: Row[], found: FileProduct, head: Row): Generator<FileProduct> {
  const group = new FileGroup(found.line, found.values.name ?? "");
  const names = [1, 2, 3].map((place) => optionName(head.of(`option${place} name`), `Option ${place}`));
  for (const row of rows) {
    const values = [1, 2, 3].map((place) => row.of(`option${place} value`));
    const options = names.flatMap((name, place) => {
      const value = values[place] ?? "";
      return value === "" ? [] : [{ name, value }];
    });
    const variant = variantOf(row, found);
    const name = found.values.name === undefined ? {} : { name: found.values.name };
    const added = group.add(options);
    yield { ...variant, ...added, values: { ...variant.values, ...name }, problem: variant.problem ?? added.problem };
  }
}

function variantOf(row: Row, { values, images, ...product }: FileProduct): FileProduct {
  const options = optionsOf(row);
  const variant: FileProduct["values"] = { ...withTradeOf(row, values), key: `${values.key ?? ""}#${options}` };
  variant.name = `${values.name ?? ""} – ${options}`;
  for (const field of ["price", "comparePrice"] as const) {
    const text = row.field(field);
    if (text !== "") variant[field] = text;
    else if (row.field("price") !== "") delete variant[field];
  }
  const own = row.of("variant image url") || row.of("variant image");
  const found = own === "" ? images : row.images([own, ...images]);
  return { ...product, line: row.line, values: withShopifyStock(variant, row), images: found, problem: row.problem };
}

/** Without a tracker, or if it goes on selling when nothing is left, the stock is not counted. */
function withShopifyStock(values: FileProduct["values"], row: Row): FileProduct["values"] {
  const trackers = ["inventory tracker", "variant inventory tracker"].filter((heading) => row.has(heading));
  const isTracked = trackers.length === 0 || trackers.some((heading) => row.of(heading) !== "");
  const policy = row.of("continue selling when out of stock") || row.of("variant inventory policy");
  const goesOn = /^(continue|true|yes)$/i.test(policy);
  return isTracked && !goesOn ? withStock(values, row) : { ...values, stock: notCounted };
}

/** What the file says of the state; a part of an export can say nothing. */
function stateOf(row: Row): string | undefined {
  const status = row.of("status").toLowerCase();
  const published = row.field("state").toLowerCase();
  if (status === "" && published === "") return undefined;
  return (status === "" || status === "active") && published !== "false" ? "published" : "draft";
}

function optionsOf(row: Row): string {
  const values = [1, 2, 3].map((place) => row.of(`option${place} value`)).filter((value) => value !== "");
  return values.join(" / ");
}
