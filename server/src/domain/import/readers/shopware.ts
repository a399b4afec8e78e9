import { optionsOfLines, withStock } from "../file-row.ts";
import type { GroupedFormat } from "./grouped.ts";

/** Variants of Shopware name their product; the export knows their options by ids, so that a column must name them. */
export const shopware: GroupedFormat = {
  keyOf: (row) => row.of("parent_id") || row.of("id"),
  isHead: (row) => row.of("parent_id") === "",
  optionsOf: (row) => {
    if (row.of("parent_id") === "") return [];
    const named = optionsOfLines(row.of("options"));
    return named.length > 0 ? named : [{ name: "Variant", value: row.field("key") }];
  },
  imagesOf: (_rows, head) => [head.field("image")].filter((image) => image !== ""),
  imageOf: (row) => row.field("image"),
  toValues: ({ state: _state, ...values }, row) => {
    const price = row.field("price");
    const active = row.field("state");
    const state = active === "" ? {} : { state: active === "1" || active === "true" ? "published" : "draft" };
    return withStock({ ...values, ...state, ...(price !== "" && { price }) }, row);
  },
};
