import {
  type ImportField,
  type ImportFormat,
  type ImportOutcome,
  type ImportState,
  importFields,
} from "@shop/shared/catalog/import";
import type { StatusTone } from "../../../ui/status-dot.tsx";

/** The fields of a product, as the screen names them. */
export const fieldNames: Record<ImportField, string> = {
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
};
export const fields: readonly ImportField[] = importFields;

export const formatNames: Record<ImportFormat, string> = {
  own: "Looks like an export of this shop.",
  shopify: "Looks like a product export of Shopify.",
  woocommerce: "Looks like a product export of WooCommerce.",
  other: "Please choose what its columns are.",
};

export const outcomeNames: Record<ImportOutcome, string> = {
  new: "New",
  changed: "Changed",
  same: "Same",
  refused: "Refused",
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
