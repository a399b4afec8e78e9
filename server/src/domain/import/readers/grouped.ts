import { inWords, productCharactersMax, productRowsMax } from "../cell-limits.ts";
import {
  categoriesAbove,
  FileGroup,
  type FileProduct,
  lastOf,
  mergeFacts,
  type ReadSettings,
  type Row,
  valuesOf,
  variantProblem,
  withDescription,
  withTradeOf,
} from "../file-row.ts";

/** The rows of products that are held at once, and their characters: those of a product need not follow each other. */
const heldRowsMax = 60_000;
const heldCharactersMax = 20_000_000;

/** How a format writes products that take several rows: one has the product, and each variant has a row. */
export type GroupedFormat = {
  /** What the rows of a product have in common; nothing for rows that belong to the one before, or are their own. */
  keyOf: (row: Row) => string;
  /** Whether a row has the product. */
  isHead: (row: Row) => boolean;
  /** What sets the variant of a row apart. */
  optionsOf: (row: Row, head: Row) => { name: string; value: string }[];
  /** The images of the product, and that of a variant alone. */
  imagesOf: (rows: readonly Row[], head: Row) => string[];
  imageOf?: (row: Row) => string;
  /** What the image of a row shows. */
  altOf?: (row: Row) => string;
  /** The values of a row, with stock, prices and state as the format means them. */
  toValues: (values: FileProduct["values"], row: Row, head: Row) => FileProduct["values"];
  /** The path of its page in the other shop. */
  oldAddressOf?: (head: Row) => string | undefined;
  /** The path of its category where the mapped column is empty. */
  categoryPathOf?: (head: Row) => string;
};

/**
 * The products of a file in which products take several rows. A spreadsheet can have sorted them anew: rows of one product
 * belong together wherever they are, as far as they can be held.
 */
export async function* readGrouped(
  rows: AsyncIterable<Row>,
  settings: ReadSettings,
  format: GroupedFormat,
): AsyncGenerator<FileProduct> {
  const held = new Map<string, HeldProduct>();
  const ended = new Set<string>();
  let [heldRows, characters] = [0, 0];
  let last: HeldProduct | undefined;
  for await (const row of rows) {
    const key = commonKey(row, last, format);
    if (key !== undefined && ended.has(key)) {
      yield refusal(row, "The rows of this product are too far from each other. Sort the file by product.");
      continue;
    }
    const product: HeldProduct = (key === undefined ? undefined : held.get(key)) ?? new HeldProduct(key);
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
      yield* oldest.products(settings, format);
    }
  }
  for (const product of held.values()) yield* product.products(settings, format);
}

/** What a row has in common with others of its product; nothing for a row that is a product of its own. */
function commonKey(row: Row, last: HeldProduct | undefined, format: GroupedFormat): string | undefined {
  const key = format.keyOf(row);
  // A row whose key cannot be read is a product of its own.
  if (row.problem !== undefined) return undefined;
  if (key !== "") return `key ${key}`;
  return format.isHead(row) ? undefined : last?.key;
}

function refusal(row: Row, problem: string): FileProduct {
  return { line: row.line, values: { key: row.field("key"), name: row.field("name") }, images: [], problem };
}

/** The rows of one product, as far as they are held at once. */
class HeldProduct {
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

  products(settings: ReadSettings, format: GroupedFormat): Iterable<FileProduct> {
    const head = this.rows.find(format.isHead) ?? this.rows[0];
    if (head === undefined) return [];
    if (!this.isTooLarge) return productsOf(head, this.rows, settings, format);
    return [refusal(head, `It has more than ${inWords(productRowsMax)} rows, or too much text in them`)];
  }
}

function* productsOf(
  head: Row,
  rows: readonly Row[],
  { variants: choice }: ReadSettings,
  format: GroupedFormat,
): Generator<FileProduct> {
  const { description = "", ...texts }: FileProduct["values"] = valuesOf(head);
  const values = withDescription(texts, head.description(description, true));
  const path = values.category ?? format.categoryPathOf?.(head) ?? "";
  const category = lastOf(path, ">");
  if (category !== "") values.category = category;
  const images = head.images([...new Set(format.imagesOf(rows, head))]);
  const { line, warnings, isMarkdown } = head;
  const imageAlts = altsOf(images, rows, format);
  const oldAddress = format.oldAddressOf?.(head);
  const facts = head.facts();
  const found = {
    line,
    values,
    images,
    imageAlts,
    warnings,
    isMarkdown,
    facts,
    oldAddress,
    categoryPath: categoriesAbove(path),
  };
  const variants = variantsOf(rows, head, format);
  const isHeadVariant = variants.includes(head);
  const named = (row: Row) =>
    format
      .optionsOf(row, head)
      .map(({ value }) => value)
      .join(" / ");
  // A cell is found to be too long when it is read.
  const problem = rows.find((row) => row.problem !== undefined)?.problem;
  if (problem !== undefined) yield { ...found, problem };
  else if (variants.length <= 1) {
    const row = variants[0] ?? head;
    yield { ...found, values: format.toValues(values, row, head), problem: row.problem };
  } else if (choice === "refuse") yield { ...found, problem: variantProblem(variants.map(named)) };
  else if (choice === "products") {
    for (const row of variants) {
      const variant = variantOf(row, head, { found, format, label: named(row), isHeadVariant });
      yield { ...variant, values: { ...variant.values, name: `${values.name ?? ""} – ${named(row)}` } };
    }
  } else {
    const group = new FileGroup(line, values.name ?? "");
    for (const row of variants) {
      const added = group.add(format.optionsOf(row, head));
      const variant = variantOf(row, head, { found, format, label: named(row), isHeadVariant });
      yield { ...variant, ...added, problem: variant.problem ?? added.problem };
    }
  }
}

/** The rows with options; where none has any, the row of the product. */
function variantsOf(rows: readonly Row[], head: Row, format: GroupedFormat): Row[] {
  const withOptions = rows.filter((row) => format.optionsOf(row, head).length > 0);
  const priced = rows.filter((row) => row === head || row.field("price") !== "" || withOptions.includes(row));
  // A row of the product that is no variant itself.
  return withOptions.length > 0 && !withOptions.includes(head) ? priced.filter((row) => row !== head) : priced;
}

type Variant = { found: FileProduct; format: GroupedFormat; label: string; isHeadVariant: boolean };

function variantOf(row: Row, head: Row, { found, format, label, isHeadVariant }: Variant): FileProduct {
  const values: FileProduct["values"] = { ...withTradeOf(row, found.values, isHeadVariant) };
  const key = valuesOf(row).key ?? found.values.key ?? "";
  values.key = key === found.values.key || key === "" ? `${found.values.key ?? ""}#${label}` : key;
  const image = format.imageOf?.(row) ?? "";
  const images = image === "" ? found.images : row.images([image, ...found.images]);
  const imageAlts = image === "" ? found.imageAlts : found.imageAlts && [altOfImage(image, found), ...found.imageAlts];
  const facts = row === head ? found.facts : mergeFacts(found.facts, row.facts());
  return {
    ...found,
    facts,
    line: row.line,
    values: format.toValues(values, row, head),
    images,
    imageAlts,
    problem: row.problem,
  };
}

/** What each image of a product shows, by the first row that has it; nothing where the format does not say. */
function altsOf(images: string[], rows: readonly Row[], { altOf }: GroupedFormat): string[] | undefined {
  if (altOf === undefined) return undefined;
  return images.map((image) => {
    const row = rows.find((each) => each.field("image") === image);
    return row === undefined ? "" : altOf(row);
  });
}

/** What an image shows that stands among those of the product. */
const altOfImage = (image: string, { images, imageAlts }: FileProduct) => imageAlts?.[images.indexOf(image)] ?? "";
