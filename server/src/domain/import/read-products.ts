import type { ImportFormat } from "@shop/shared/catalog/import";
import { unescapeFormula } from "./cells.ts";
import { type FileProduct, type ReadSettings, Row, valuesOf, withDescription } from "./file-row.ts";
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

function flatProduct(row: Row, format: ImportFormat): FileProduct {
  const { description = "", ...values }: FileProduct["values"] = valuesOf(row);
  const text = row.description(description, format === "other" && looksLikeHtml(description));
  const image = row.field("image");
  const found = format === "own" ? [image] : image.split(/[,|;]\s*(?=https?:)/);
  const images = row.images(found.map((each) => each.trim()).filter((each) => each !== ""));
  return {
    line: row.line,
    values: withDescription(values, text),
    images,
    problem: row.problem,
    warnings: row.warnings,
  };
}
