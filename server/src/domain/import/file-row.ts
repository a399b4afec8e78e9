import {
  type ImportField,
  type ImportFormat,
  type ImportMapping,
  type ImportOptions,
  importKeyLength,
  type RowWarning,
} from "@shop/shared/catalog/import";
import { descriptionLength, imageLength } from "@shop/shared/shop";
import { cellLength, cellLengths, imagesMax, inWords } from "./cell-limits.ts";
import { inLowerCase } from "./formats.ts";
import { removedImage } from "./inline-images.ts";
import { toPlainText } from "./plain-text.ts";

/** A product as the file has it: texts by field, without empty ones, or the reason for which it is refused. */
export type FileProduct = {
  line: number;
  values: Partial<Record<Exclude<ImportField, "image">, string>>;
  images: string[];
  problem?: string | undefined;
  warnings?: RowWarning[] | undefined;
};

/** How the rows of a file are understood. */
export type ReadSettings = { format: ImportFormat; mapping: ImportMapping; variants: ImportOptions["variants"] };

/** The cells of a record by their headings. What is too long to be read is empty, and the reason to refuse the row. */
export class Row {
  problem: string | undefined;
  readonly warnings: RowWarning[] = [];
  constructor(
    readonly line: number,
    private readonly cells: string[],
    private readonly file: { places: Map<string, number>; mapping: ImportMapping; restore: (text: string) => string },
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

  field(name: ImportField): string {
    const heading = this.file.mapping[name];
    return heading === undefined ? "" : this.of(heading, cellLengths[name]);
  }

  /** The plain text of a description; nothing if it is empty or refused. */
  description(text: string, isHtml: boolean): string | undefined {
    if (text === "") return undefined;
    const plain = isHtml ? toPlainText(text) : text;
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

/** The texts of the mapped columns, without empty ones: an empty cell leaves the product as it is. */
export function valuesOf(row: Row): FileProduct["values"] {
  const values: FileProduct["values"] = {};
  const fields = ["key", "id", "name", "description", "brand", "category", "price", "stock", "state"] as const;
  for (const field of fields) {
    const text = row.field(field);
    if (text !== "") values[field] = text;
  }
  return values;
}

export function withDescription(values: FileProduct["values"], description: string | undefined): FileProduct["values"] {
  return description === undefined ? values : { ...values, description };
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
  return `It has ${names.length} variants (${listed}${more}). Choose “Make each variant a product” to import them.`;
}

export function lastOf(text: string, separator: string): string {
  return text.split(separator).at(-1)?.trim() ?? "";
}
