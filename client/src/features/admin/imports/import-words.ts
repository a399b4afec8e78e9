import {
  type ImportField,
  type ImportFormat,
  type ImportOutcome,
  type ImportState,
  importFields,
} from "@shop/shared/import";
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
  image: "Image address",
  state: "State",
};
export const fields: readonly ImportField[] = importFields;

export const formatNames: Record<ImportFormat, string> = {
  own: "this shop’s own format",
  shopify: "a Shopify product export",
  woocommerce: "a WooCommerce product export",
  other: "a format of its own",
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
  applied: { text: "Imported", tone: "done" },
  undoing: { text: "Being undone", tone: "going" },
  undone: { text: "Undone", tone: "danger" },
  failed: { text: "Failed", tone: "danger" },
};
