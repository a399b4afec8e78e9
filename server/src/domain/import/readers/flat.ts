import { type FileProduct, lastOf, type Row, valuesOf, withDescription, withStock } from "../file-row.ts";
import { looksLikeHtml } from "../plain-text.ts";

/** Exports in which each row is a product: what they write otherwise than a file of columns of its own. */

/** A listing of Etsy. Its variations have no price and no stock of their own in the export, and are named. */
export function etsyProduct(row: Row): FileProduct {
  const { description = "", ...texts } = valuesOf(row);
  const values = withDescription(texts, row.description(description, looksLikeHtml(description)));
  // A listing can have several SKUs or none.
  if ((values.key === undefined || values.key.includes(",")) && values.name !== undefined) {
    values.key = values.name;
    delete values.sku;
  }
  for (const place of [1, 2, 3]) {
    const [name, options] = [row.of(`variation ${place} name`), row.of(`variation ${place} values`)];
    if (options !== "") row.warn("value-ignored", `${name}: ${options} have no price and no stock in this export`);
  }
  const images = Array.from({ length: 10 }, (_, place) => row.of(`image${place + 1}`));
  return toProduct(row, values, images);
}

/** A product of PrestaShop. What has no reference is known by its number. */
export function prestashopProduct(row: Row): FileProduct {
  const { description, ...texts } = withStock(valuesOf(row), row);
  const short = row.of("summary") || row.of("short description");
  const values = withDescription(texts, row.description(description ?? short, true));
  const id = row.of("product id") || row.of("id");
  if (values.key === undefined && id !== "") values.key = `id:${id}`;
  if (values.category !== undefined) values.category = lastOf(lastOf(values.category, ","), ">");
  // Weights are in kilograms.
  if (values.weight !== undefined) values.weight = Number(values.weight) === 0 ? "" : `${values.weight} kg`;
  if (values.weight === "") delete values.weight;
  if (Number(values.cost) === 0) delete values.cost;
  return toProduct(row, values, row.field("image").split(/,\s*(?=https?:)/));
}

function toProduct(row: Row, values: FileProduct["values"], images: string[]): FileProduct {
  return {
    line: row.line,
    values,
    images: row.images(images.map((image) => image.trim()).filter((image) => image !== "")),
    problem: row.problem,
    warnings: row.warnings,
    facts: row.facts(),
    isMarkdown: row.isMarkdown,
  };
}
