import {
  type AnyImportField,
  type ImportField,
  type ImportFormat,
  type ImportMapping,
  type ImportOptions,
  importKeyLength,
  type RowWarning,
} from "@shop/shared/catalog/import";
import { isStorableLine } from "@shop/shared/query";
import {
  categoryLevels,
  descriptionLength,
  imageLength,
  nameLength,
  optionNameLength,
  optionsMax,
  optionValueLength,
  optionValuesMax,
  variantsMax,
} from "@shop/shared/shop";
import type { FileVariant } from "../../db/schema/imports.ts";
import { cellLength, cellLengths, imagesMax, inWords } from "./cell-limits.ts";
import { inLowerCase } from "./formats.ts";
import { removedImage } from "./inline-images.ts";
import { toDescription } from "./plain-text.ts";

/** A product as the file has it: texts by field, without empty ones, or the reason for which it is refused. */
export type FileProduct = {
  line: number;
  values: Partial<Record<Exclude<ImportField, "image" | "group" | "options">, string>>;
  images: string[];
  /** What each of the images shows; absent where the file does not say. */
  imageAlts?: string[] | undefined;
  /** Facts of the columns that are chosen for them. */
  facts?: { name: string; value: string }[] | undefined;
  /** The path of the product in the other shop. */
  oldAddress?: string | undefined;
  /** The categories above the product's, the top one first. */
  categoryPath?: string[] | undefined;
  /** Whether the description is Markdown; absent where the file does not say. */
  isMarkdown?: boolean | undefined;
  /** A variant of a product with options, and the first line of that product. */
  variant?: FileVariant | undefined;
  groupLine?: number | undefined;
  /** What it adds to a product of the shop. */
  combination?: Combination | undefined;
  problem?: string | undefined;
  warnings?: RowWarning[] | undefined;
};

/** What a combination of PrestaShop is of, and what it adds to that product. */
export type Combination = {
  /** The keys that the product can have in this shop. */
  productKeys: string[];
  /** Its options in words. */
  label: string;
  /** Whether the product itself becomes this combination. */
  isMain: boolean;
  /** Cells: what is added to the price, by it and by the main one, and to the weight in kilograms. */
  price: string;
  mainPrice: string;
  weight: string;
};

/** Codes and facts of a product that files have. */
export const tradeFieldsOfFiles = [
  ...(["sku", "gtin", "mpn", "cost", "weight", "length", "width", "height"] as const),
  ...(["origin", "hsCode", "content", "taxClass"] as const),
] as const;
const measures = ["length", "width", "height"] as const;

/** A product with options, while its variants are read. */
export class FileGroup {
  private count = 0;
  private names: string | undefined;
  private readonly taken = new Set<string>();
  private readonly labels = Array.from({ length: optionsMax }, () => new Set<string>());
  constructor(
    readonly line: number,
    readonly name: string,
  ) {}

  /** The variant with these values, or why it is refused. */
  add(options: FileVariant["options"]): Pick<FileProduct, "variant" | "groupLine" | "problem"> {
    const problem = this.problemOf(options);
    if (problem !== undefined) return { problem };
    this.count += 1;
    this.names ??= namesOf(options);
    this.taken.add(keyOf(options));
    for (const [place, { value }] of options.entries()) this.labels[place]?.add(value.toLowerCase());
    return { variant: { name: this.name, options }, groupLine: this.line };
  }

  private problemOf(options: FileVariant["options"]): string | undefined {
    if (options.length === 0) return "It says no option that sets it apart";
    if (this.names !== undefined && namesOf(options).toLowerCase() !== this.names.toLowerCase()) {
      return `It has other options than the first variant, which has ${this.names}`;
    }
    if (options.length > optionsMax) return `It has more than ${optionsMax} options`;
    if (this.count >= variantsMax) return `The product has more than ${variantsMax} variants`;
    if (this.taken.has(keyOf(options))) return "Another variant of the product has these values";
    const names = new Set(options.map(({ name }) => name.toLowerCase()));
    if (names.size < options.length) return "Two of its options have the same name";
    for (const [place, { name, value }] of options.entries()) {
      if (value === "") return `It says no value of “${name}”`;
      if (name.length > optionNameLength) return `The option “${name}” has more than ${optionNameLength} characters`;
      if (value.length > optionValueLength) return `The value “${value}” has more than ${optionValueLength} characters`;
      if (!isStorableLine(name + value)) return "An option has characters that cannot be stored";
      const labels = this.labels[place];
      if (labels !== undefined && !labels.has(value.toLowerCase()) && labels.size >= optionValuesMax) {
        return `The option “${name}” has more than ${optionValuesMax} values`;
      }
    }
    return undefined;
  }
}

const namesOf = (options: FileVariant["options"]) => options.map(({ name }) => name).join(", ");
const keyOf = (options: FileVariant["options"]) => JSON.stringify(options.map(({ value }) => value.toLowerCase()));

/** The name of an option: a colon stands between it and its values. */
export const optionName = (text: string, fallback: string) => text.replaceAll(":", " ").trim() || fallback;

/** The options of a cell: a line for each, its name before a colon. */
export function optionsOfLines(text: string): FileVariant["options"] {
  const lines = text.split(/[\n;]/).map((line) => line.trim());
  return lines.flatMap((line) => {
    const place = line.indexOf(":");
    return place === -1 ? [] : [{ name: line.slice(0, place).trim(), value: line.slice(place + 1).trim() }];
  });
}

/** A sale with dates is planned in the shop: what it costs today would hold for good. */
export function refuseDatedSale(row: Row, values: FileProduct["values"], between: readonly string[]): void {
  const dates = between.filter((date) => date !== "");
  if (dates.length === 0) return;
  row.warn("value-ignored", `Sale price ${values.salePrice} of ${dates.join(" to ")}: plan it with the product`);
  delete values.salePrice;
}

/** How the rows of a file are understood. */
export type ReadSettings = {
  format: ImportFormat;
  mapping: ImportMapping;
  variants: ImportOptions["variants"];
  factColumns?: string[] | undefined;
};

/** What is known of the columns of a file. */
type FileColumns = {
  places: Map<string, number>;
  mapping: ImportMapping;
  factColumns: readonly string[];
  restore: (text: string) => string;
};

/** The facts of a product and of its variant, which come first where both have one of a name. */
export function mergeFacts(product: FileProduct["facts"], variant: FileProduct["facts"]): FileProduct["facts"] {
  const own = new Set(variant?.map(({ name }) => name));
  return [...(product ?? []).filter(({ name }) => !own.has(name)), ...(variant ?? [])];
}

/** The name of a fact by the heading of its column, without what exports put around it. */
function factName(heading: string): string {
  const withoutSource = heading
    .replace(/\s*\((?:product|variant)\.metafields\.[^)]*\)$/i, "")
    .replace(/^meta:\s*/i, "");
  return withoutSource.replaceAll(":", " ").trim();
}

/** The cells of a record by their headings. What is too long to be read is empty, and the reason to refuse the row. */
export class Row {
  problem: string | undefined;
  readonly warnings: RowWarning[] = [];
  constructor(
    readonly line: number,
    private readonly cells: string[],
    private readonly file: FileColumns,
  ) {}

  has(heading: string): boolean {
    return this.file.places.has(inLowerCase(heading));
  }

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

  /** The heading of a field in lower case; empty for none. */
  headingOf(name: AnyImportField): string {
    return inLowerCase(this.file.mapping[name] ?? "");
  }

  field(name: AnyImportField): string {
    const heading = this.file.mapping[name];
    return heading === undefined ? "" : this.of(heading, cellLengths[name] ?? cellLength);
  }

  /** What it has in the columns that are chosen for facts. */
  facts(): { name: string; value: string }[] {
    return this.file.factColumns.flatMap((column) => {
      const value = this.of(column).replaceAll(/\s+/g, " ");
      return value === "" ? [] : [{ name: factName(column), value }];
    });
  }

  /** Whether the description that was read is Markdown; nothing where the file does not say. */
  isMarkdown: boolean | undefined;

  /** The text of a description; nothing if it is empty or refused. */
  description(text: string, isHtml: boolean): string | undefined {
    if (text === "") return undefined;
    const read = isHtml ? toDescription(text) : { text, isMarkdown: undefined };
    const plain = read?.text;
    this.isMarkdown = read?.isMarkdown;
    if (plain === undefined) this.refuse("the description has too many tags within each other");
    if (text.includes(removedImage)) this.warn("image-ignored", "An image within the description");
    if (plain === undefined || plain.length <= descriptionLength) return plain;
    this.warn(
      "description-cut",
      `${inWords(plain.length)} characters, of which ${inWords(descriptionLength)} can be kept`,
    );
    return cutText(plain, descriptionLength);
  }

  /** The images that are kept, each no longer than shows that it is too long. */
  images(found: string[]): string[] {
    return found.slice(0, imagesMax).map((image) => image.slice(0, imageLength + 1));
  }

  warn(kind: RowWarning["kind"], about: string): void {
    this.warnings.push({ kind, about });
  }

  private refuse(reason: string): void {
    this.problem ??= `Line ${this.line}: ${reason}`;
  }
}

/** The beginning of a text, to the end of a paragraph, a sentence or a word. */
function cutText(text: string, length: number): string {
  const start = text.slice(0, length - 1);
  for (const end of ["\n\n", ". ", " "]) {
    const place = start.lastIndexOf(end);
    if (place > length / 2) return `${start.slice(0, place).trimEnd()}${end === ". " ? "." : "…"}`;
  }
  return `${start.toWellFormed()}…`;
}

/** The headings of keys that are no number of an article. */
const otherKeys = new Set(["key", "handle", "url handle", "handleid", "slug", "id", ""]);

/**
 * The values without codes, which are of one variant alone, and with those of a row. Cost and weight of a product that is
 * no variant itself are those of its variants that have none.
 */
export function withTradeOf(row: Row, values: FileProduct["values"], isHeadVariant = true): FileProduct["values"] {
  const { sku: _sku, gtin: _gtin, mpn: _mpn, cost: _cost, weight: _weight, ...others } = values;
  const shared = isHeadVariant ? {} : { cost: values.cost, weight: values.weight };
  const { sku, gtin, mpn, cost = shared.cost, weight = shared.weight } = valuesOf(row);
  const own = Object.entries({ sku, gtin, mpn, cost, weight }).filter(([, value]) => value !== undefined);
  return { ...others, ...Object.fromEntries(own) };
}

/** The texts of the mapped columns, without empty ones: an empty cell leaves the product as it is. */
export function valuesOf(row: Row): FileProduct["values"] {
  const values: FileProduct["values"] = {};
  const fields = [
    ...(["key", "id", "name", "description", "brand", "category", "price", "salePrice", "comparePrice"] as const),
    ...(["stock", "state", "facts"] as const),
    ...tradeFieldsOfFiles,
  ];
  for (const field of fields) {
    const text = row.field(field);
    if (text !== "") values[field] = text;
  }
  // The unit of a weight can stand in its heading.
  if (values.weight !== undefined && /kg|кг/.test(row.headingOf("weight"))) values.weight += " kg";
  for (const measure of measures) {
    if (values[measure] !== undefined && row.headingOf(measure).includes("(cm)")) values[measure] += " cm";
  }
  // A key that is the number of an article is its SKU, by which it is found.
  if (values.key !== undefined && !otherKeys.has(row.headingOf("key"))) values.sku ??= values.key;
  return values;
}

export function withDescription(values: FileProduct["values"], description: string | undefined): FileProduct["values"] {
  return description === undefined ? values : { ...values, description };
}

/** The prices of a variant; a row without a price has those of its product. */
export function pricesOfVariant(values: FileProduct["values"], row: Row): FileProduct["values"] {
  const price = row.field("price");
  if (price === "") return values;
  const { comparePrice: _comparePrice, ...others } = values;
  const comparePrice = row.field("comparePrice");
  return { ...others, price, ...(comparePrice !== "" && { comparePrice }) };
}

/** The stock of a row. Oversold products have less than nothing there. */
export function withStock(values: FileProduct["values"], row: Row): FileProduct["values"] {
  const { stock: _stock, ...others } = values;
  const stock = row.field("stock");
  if (stock === "") return others;
  return { ...others, stock: stock.startsWith("-") ? "0" : stock };
}

/** The most variants that a reason lists. */
const listedMax = 4;

export function variantProblem(names: string[]): string {
  const listed = names
    .slice(0, listedMax)
    .map((name) => name.slice(0, importKeyLength))
    .join(", ");
  const more = names.length > listedMax ? ` and ${names.length - listedMax} more` : "";
  return `It has ${names.length} variants (${listed}${more}). Choose what becomes of variants to import them.`;
}

export function lastOf(text: string, separator: string): string {
  return text.split(separator).at(-1)?.trim() ?? "";
}

/** The categories above the last one of a path like `Clothing > Shirts`, as far as a shop has levels; nothing for none. */
export function categoriesAbove(path: string): string[] | undefined {
  const names = path.split(">").map((name) => name.trim());
  const [last = ""] = names.slice(-1);
  const above = names.slice(-categoryLevels, -1).filter((name) => name !== "" && name.length <= nameLength);
  const seen = new Set([last.toLowerCase()]);
  const unique = above.filter((name) => {
    const isNew = !seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return isNew && isStorableLine(name);
  });
  return unique.length > 0 ? unique : undefined;
}
