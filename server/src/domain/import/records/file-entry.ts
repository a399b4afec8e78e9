import type { AnyImportField, RowWarning } from "@shop/shared/catalog/import";

/** A line item of an order as the file has it; empty where it says nothing. */
export type FileItem = Record<"name" | "sku" | "quantity" | "price" | "total", string>;

/** A customer or an order as the file has it: texts by field, without empty ones, or the reason for which it is refused. */
export type FileEntry = {
  line: number;
  values: Partial<Record<AnyImportField, string>>;
  items?: FileItem[] | undefined;
  warnings?: RowWarning[] | undefined;
  problem?: string | undefined;
};
