import type { AnyImportField, ImportField } from "@shop/shared/catalog/import";

/** The longest cell of a column that an import reads, in characters. */
export const cellLength = 5_000;
/** With its markup. */
export const descriptionCellLength = 200_000;

/** The longest cell of each field, in characters; what becomes of it has the limits of a product. */
export const cellLengths: Record<ImportField, number> & Partial<Record<AnyImportField, number>> = {
  key: 1_000,
  id: 1_000,
  name: 1_000,
  description: descriptionCellLength,
  brand: 1_000,
  category: cellLength,
  price: 1_000,
  stock: 1_000,
  image: 20_000,
  state: 1_000,
  group: 1_000,
  options: cellLength,
  sku: 1_000,
  gtin: 1_000,
  mpn: 1_000,
  cost: 1_000,
  weight: 1_000,
  length: 1_000,
  width: 1_000,
  height: 1_000,
  origin: 1_000,
  hsCode: 1_000,
  content: 1_000,
  taxClass: 1_000,
  salePrice: 1_000,
  comparePrice: 1_000,
  facts: 20_000,
};

/** The most cells of a row. */
export const cellsMax = 1_000;
export const headingLength = 300;

/** The most rows of one product of Shopify, which has at most 2,048 variants, and their characters. */
export const productRowsMax = 2_500;
export const productCharactersMax = 5_000_000;
/** The most image addresses that are kept of a product. */
export const imagesMax = 250;

/** A number as sentences for the owner have it. */
export const inWords = (count: number) => count.toLocaleString("en-US");
