import type { ImportFormat } from "@shop/shared/catalog/import";
import type { FileVariant } from "../../db/schema/imports.ts";
import { cellLengths } from "./cell-limits.ts";
import { unescapeFormula } from "./cells.ts";
import {
  FileGroup,
  type FileProduct,
  type ReadSettings,
  Row,
  valuesOf,
  variantProblem,
  withDescription,
} from "./file-row.ts";
import { columnNames, inLowerCase } from "./formats.ts";
import { looksLikeHtml } from "./plain-text.ts";
import type { FileRecord } from "./read-file.ts";
import { readShopify } from "./read-shopify.ts";
import { readWooCommerce } from "./read-woocommerce.ts";

/** The products of a file, one after the other. A product of Shopify takes several rows. */
export async function* readProducts(
  records: AsyncIterable<FileRecord>,
  settings: ReadSettings,
): AsyncGenerator<FileProduct> {
  const rows = readRows(records, settings);
  if (settings.format === "shopify") yield* readShopify(rows, settings);
  else if (settings.format === "woocommerce") yield* readWooCommerce(rows, settings);
  else yield* readFlat(rows, settings);
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

/** Each row is a product; those of one group are its variants. */
async function* readFlat(rows: AsyncIterable<Row>, { format, variants }: ReadSettings): AsyncGenerator<FileProduct> {
  const groups = new Map<string, FileGroup>();
  for await (const row of rows) {
    const product = flatProduct(row, format);
    const key = row.field("group");
    if (key === "" || variants === "products") {
      yield product;
      continue;
    }
    const group = groups.get(key) ?? new FileGroup(row.line, product.values.name ?? key);
    groups.set(key, group);
    const added =
      variants === "refuse" ? { problem: variantProblem([row.field("options")]) } : group.add(optionsOf(row));
    yield { ...product, ...added, problem: product.problem ?? added.problem };
  }
}

/** The options of a cell: a line for each, its name before a colon. */
function optionsOf(row: Row): FileVariant["options"] {
  const lines = row
    .field("options")
    .split(/[\n;]/)
    .map((line) => line.trim());
  return lines.flatMap((line) => {
    const place = line.indexOf(":");
    return place === -1 ? [] : [{ name: line.slice(0, place).trim(), value: line.slice(place + 1).trim() }];
  });
}

function flatProduct(row: Row, format: ImportFormat): FileProduct {
  const { description = "", ...values }: FileProduct["values"] = valuesOf(row);
  const text = row.description(description, format === "other" && looksLikeHtml(description));
  const image = row.field("image");
  const found = format === "own" ? ownImages(row, image) : image.split(/[,|;]\s*(?=https?:)/);
  const images = row.images(found.map((each) => each.trim()).filter((each) => each !== ""));
  return {
    line: row.line,
    values: withDescription(values, text),
    images,
    problem: row.problem,
    warnings: row.warnings,
    isMarkdown: format === "own" ? ownMarkdown(row) : row.isMarkdown,
  };
}

/** Whether this shop's own format says that the description is Markdown. */
function ownMarkdown(row: Row): boolean | undefined {
  const word = row.of("markdown").toLowerCase();
  return word === "" ? undefined : word === "yes";
}

/** The images of this shop's own format: a column for the first one, and one with a line for each further one. */
function ownImages(row: Row, image: string): string[] {
  return image === "" ? [] : [image, ...row.of("further images", cellLengths.image).split("\n")];
}
