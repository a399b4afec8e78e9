import type { ImportFormat } from "@shop/shared/catalog/import";
import { cellLengths } from "./cell-limits.ts";
import {
  categoriesAbove,
  FileGroup,
  type FileProduct,
  lastOf,
  optionsOfLines,
  type ReadSettings,
  type Row,
  valuesOf,
  variantProblem,
  withDescription,
} from "./file-row.ts";
import { readRows } from "./file-rows.ts";
import { combinationHeadings } from "./formats.ts";
import { looksLikeHtml } from "./plain-text.ts";
import type { FileRecord } from "./read-file.ts";
import { etsyProduct, prestashopProduct } from "./readers/flat.ts";
import { type GroupedFormat, readGrouped } from "./readers/grouped.ts";
import { readMagento } from "./readers/magento.ts";
import { readCombinations } from "./readers/prestashop-combinations.ts";
import { shopify } from "./readers/shopify.ts";
import { shopware } from "./readers/shopware.ts";
import { spree } from "./readers/spree.ts";
import { vendure } from "./readers/vendure.ts";
import { wix } from "./readers/wix.ts";
import { readWooCommerce } from "./readers/woocommerce.ts";

/** The exports in which products take several rows. */
const groupedFormats: Partial<Record<ImportFormat, GroupedFormat>> = { shopify, wix, spree, vendure, shopware };

/** The products of a file, one after the other. A product of Shopify takes several rows. */
export async function* readProducts(
  records: AsyncIterable<FileRecord>,
  settings: ReadSettings,
): AsyncGenerator<FileProduct> {
  const rows = readRows(records, settings);
  const grouped = groupedFormats[settings.format];
  if (grouped !== undefined) yield* readGrouped(rows, settings, grouped);
  else if (settings.format === "woocommerce") yield* readWooCommerce(rows, settings);
  else if (settings.format === "magento") yield* readMagento(rows, settings);
  else if (settings.format === "prestashop") yield* readPrestashop(rows, settings);
  else yield* readFlat(rows, settings);
}

/** PrestaShop has products and their combinations in two files; the first row shows whose columns a file has. */
async function* readPrestashop(rows: AsyncIterable<Row>, settings: ReadSettings): AsyncGenerator<FileProduct> {
  for await (const row of rows) {
    const all = beginningWith(row, rows);
    const isOfCombinations = combinationHeadings.some((heading) => row.has(heading));
    yield* isOfCombinations ? readCombinations(all, settings) : readFlat(all, settings);
  }
}

/** The rows of a reading that has begun. */
async function* beginningWith(first: Row, others: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first;
  yield* others;
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
      variants === "refuse"
        ? { problem: variantProblem([row.field("options")]) }
        : group.add(optionsOfLines(row.field("options")));
    yield { ...product, ...added, problem: product.problem ?? added.problem };
  }
}

function flatProduct(row: Row, format: ImportFormat): FileProduct {
  if (format === "etsy") return etsyProduct(row);
  if (format === "prestashop") return prestashopProduct(row);
  const { description = "", ...values }: FileProduct["values"] = valuesOf(row);
  // Only this shop's own categories can have a sign of a path in their names.
  const path = format === "other" ? (values.category ?? "") : "";
  if (path !== "") values.category = lastOf(path, ">");
  const text = row.description(description, format === "other" && looksLikeHtml(description));
  const image = row.field("image");
  const found = format === "own" ? ownImages(row, image) : image.split(/[,|;]\s*(?=https?:)/);
  const images = row.images(found.map((each) => each.trim()).filter((each) => each !== ""));
  return {
    line: row.line,
    values: withDescription(values, text),
    categoryPath: categoriesAbove(path),
    images,
    imageAlts: format === "own" && row.has("image texts") ? row.of("image texts").split("\n") : undefined,
    problem: row.problem,
    warnings: row.warnings,
    facts: row.facts(),
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
