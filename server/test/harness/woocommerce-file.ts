import { stringify } from "csv-stringify/sync";

/** The columns of WooCommerce's product export, as published, with two attributes. */
const columns = [
  ...["ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Is featured?", "Visibility in catalog"],
  ...["Short description", "Description", "Date sale price starts", "Date sale price ends", "Tax status", "Tax class"],
  ...["In stock?", "Stock", "Low stock amount", "Backorders allowed?", "Sold individually?", "Weight (kg)"],
  ...["Length (cm)", "Width (cm)", "Height (cm)", "Allow customer reviews?", "Purchase note", "Sale price"],
  ...["Regular price", "Categories", "Tags", "Shipping class", "Images", "Download limit", "Download expiry days"],
  ...["Parent", "Grouped products", "Upsells", "Cross-sells", "External URL", "Button text", "Position", "Brands"],
  ...[1, 2].flatMap((n) => ["name", "value(s)", "visible", "global"].map((what) => `Attribute ${n} ${what}`)),
];

export type WooRow = Record<string, string>;

export const wooHeading = () => stringify([columns]);

/** One line of an export: line breaks are written as two characters, and an apostrophe comes before a formula. */
export function wooLine(row: WooRow): string {
  const cells = columns.map((name) => {
    const text = (row[name] ?? "").replaceAll("\n", "\\n");
    return /^[=+\-@]/.test(text) ? `'${text}` : text;
  });
  return stringify([cells]);
}

/** A value in a list of values that are separated by commas. */
export const wooListed = (values: string[]) => values.map((value) => value.replaceAll(",", "\\,")).join(", ");
