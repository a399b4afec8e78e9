import {
  type AnyImportField,
  fieldsOfKind,
  type ImportDelimiter,
  type ImportEncoding,
  type ImportFormat,
  type ImportKind,
  type ImportOutcome,
  type ImportState,
  type ImportSummary,
  type ImportVariants,
  type ImportWarning,
} from "@shop/shared/catalog/import";
import type { StatusTone } from "../../../ui/status-dot.tsx";

/** What an import has, as the screen names it. */
export const kindNames: Record<ImportKind, { one: string; many: string; file: string }> = {
  products: { one: "product", many: "products", file: "Products" },
  customers: { one: "customer", many: "customers", file: "Customers" },
  orders: { one: "earlier order", many: "earlier orders", file: "Orders of a former shop" },
};

/** A number of what an import has. */
export const countedName = (kind: ImportKind, number: number) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? kindNames[kind].one : kindNames[kind].many}`;

/** The fields of each kind, as the screen names them. */
export const fieldNames: Record<AnyImportField, string> = {
  key: "Key (SKU or handle)",
  id: "ID of this shop",
  name: "Name",
  description: "Description",
  brand: "Brand",
  category: "Category",
  price: "Price",
  stock: "Stock",
  image: "Image (address or file name)",
  state: "State",
  group: "Group of variants",
  options: "Options of a variant",
  sku: "SKU",
  gtin: "GTIN (EAN, UPC)",
  mpn: "Manufacturer's number",
  cost: "Cost",
  weight: "Weight in g",
  length: "Length in mm",
  width: "Width in mm",
  height: "Height in mm",
  origin: "Country of origin",
  hsCode: "HS code",
  content: "Content, for the price of a unit",
  taxClass: "Tax class",
  salePrice: "Reduced price",
  comparePrice: "Price before a reduction",
  facts: "Facts (a line for each)",
  email: "E-mail",
  customerName: "Full name",
  firstName: "First name",
  lastName: "Last name",
  company: "Company",
  address: "Street and number",
  address2: "Second line of the address",
  city: "City",
  region: "State or province",
  postalCode: "Postal code",
  country: "Country",
  marketing: "Agreed to marketing",
  since: "Customer since",
  number: "Order number",
  orderedAt: "Day of the order",
  paymentMethod: "Payment method",
  currency: "Currency",
  discount: "Discount",
  shipping: "Shipping",
  tax: "Tax",
  total: "Total",
  refunded: "Refunded",
  orderState: "State of the order or payment",
  fulfilment: "State of the shipping",
  paidAt: "Paid on",
  shippedAt: "Shipped on",
  deliveredAt: "Delivered on",
  cancelledAt: "Cancelled on",
  itemName: "Line item: name",
  itemSku: "Line item: SKU",
  itemQuantity: "Line item: quantity",
  itemPrice: "Line item: price of one",
  itemTotal: "Line item: total",
};
export const fieldsOf = (kind: ImportKind): readonly AnyImportField[] => fieldsOfKind[kind];

const formatNames: Record<ImportFormat, string> = {
  own: "Looks like an export of this shop.",
  shopify: "Looks like a product export of Shopify.",
  woocommerce: "Looks like a product export of WooCommerce.",
  prestashop: "Looks like a product export of PrestaShop.",
  magento: "Looks like a product export of Magento 2.",
  wix: "Looks like a product export of Wix.",
  etsy: "Looks like the listings of an Etsy shop.",
  shopware: "Looks like a product export of Shopware.",
  spree: "Looks like a product export of Spree.",
  vendure: "Looks like a product file of Vendure.",
  other: "Please choose what its columns are.",
};

const recordFormatNames: Partial<Record<ImportFormat, string>> = {
  own: "Looks like an export of this shop.",
  shopify: "Looks like an export of Shopify.",
  woocommerce: "Looks like an export of WooCommerce.",
};

/** Whose export a file is. */
export function formatName({ kind, format }: Pick<ImportSummary, "kind" | "format">): string {
  return kind === "products" ? formatNames[format] : (recordFormatNames[format] ?? formatNames.other);
}

export const outcomeNames: Record<ImportOutcome, string> = {
  new: "New",
  changed: "Changed",
  same: "Same",
  refused: "Refused",
};

export const warningNames: Record<ImportWarning, string> = {
  free: "Price of 0.00",
  "without-stock": "Published with a stock of 0",
  "far-from-usual": "Price a hundred times the usual one, or a hundredth",
  "stock-disagrees": "Stock and its flag disagree",
  "description-cut": "Description too long, cut",
  "image-ignored": "Image that no product can have, left out",
  "image-unclear": "Image address without an extension",
  "unreadable-characters": "Characters that cannot be read",
  "rows-in-cell": "Cell with lines that look like rows",
  "value-ignored": "Value that cannot be read, left out",
  "sums-disagree": "Amounts that do not make the total, kept as they were",
  "other-options": "Variant with other options in the shop, which stay",
  "not-grouped": "Variant whose options stay as they are in the shop",
};

export const variantsNames: Record<ImportVariants, string> = {
  group: "Make them one product with options",
  products: "Make each variant a product",
  refuse: "Refuse them",
};

export const encodingNames: Record<ImportEncoding, string> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16)",
  "utf-16be": "Unicode (UTF-16, big-endian)",
  "windows-1252": "Western European (Windows)",
  "windows-1250": "Central European (Windows)",
  "windows-1251": "Cyrillic (Windows)",
  macintosh: "Western European (Mac)",
  shift_jis: "Japanese (Shift JIS)",
  gbk: "Chinese (GBK)",
};

export const delimiterNames: Record<ImportDelimiter, string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};

export const stateNames: Record<ImportState, { text: string; tone: StatusTone }> = {
  uploading: { text: "Uploading", tone: "going" },
  uploaded: { text: "Not checked yet", tone: "warning" },
  checking: { text: "Being checked", tone: "going" },
  checked: { text: "Checked, not imported", tone: "warning" },
  applying: { text: "Being imported", tone: "going" },
  writing: { text: "Being imported", tone: "going" },
  publishing: { text: "Being imported", tone: "going" },
  reverting: { text: "Being taken back", tone: "going" },
  applied: { text: "Imported", tone: "done" },
  undoing: { text: "Being undone", tone: "going" },
  restoring: { text: "Being undone", tone: "going" },
  undone: { text: "Undone", tone: "danger" },
  failed: { text: "Failed", tone: "danger" },
};
