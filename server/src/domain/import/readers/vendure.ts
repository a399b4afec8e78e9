import { notCounted } from "@shop/shared/catalog/import";
import { type FileProduct, optionName, type Row, withStock } from "../file-row.ts";
import type { GroupedFormat } from "./grouped.ts";

/** Products of Vendure have their slug in the first row; the rows of further variants leave the product empty. */
export const vendure: GroupedFormat = {
  keyOf: (row) => row.field("key"),
  isHead: (row) => row.field("name") !== "",
  optionsOf: (row, head) => {
    const values = listed(row.of("optionvalues"));
    return listed(head.of("optiongroups")).flatMap((name, place) => {
      const value = values[place] ?? "";
      return value === "" ? [] : [{ name: optionName(name, `Option ${place + 1}`), value }];
    });
  },
  imagesOf: (_rows, head) => listed(head.field("image")).filter((image) => image !== ""),
  imageOf: (row) => listed(row.of("variantassets"))[0] ?? "",
  toValues: (values, row, head) => {
    const price = row.field("price");
    const found = { ...values, ...facetsOf(head), ...(price !== "" && { price }) };
    const isDraft = head.of("enabled").toLowerCase() === "false";
    const stocked =
      row.of("trackinventory").toLowerCase() === "false" ? { ...found, stock: notCounted } : withStock(found, row);
    return isDraft ? { ...stocked, state: "draft" } : stocked;
  },
};

function listed(text: string): string[] {
  return text === "" ? [] : text.split("|").map((part) => part.trim());
}

/** Brand and category among the facets, which are written as `brand:Oak & Co|category:Tables`. */
function facetsOf(head: Row): Pick<FileProduct["values"], "brand" | "category"> {
  const facets = new Map(
    listed(head.of("facets")).map((facet) => {
      const [name = "", ...value] = facet.split(":");
      return [name.toLowerCase(), value.join(":")];
    }),
  );
  const [brand, category] = [facets.get("brand"), facets.get("category")];
  return { ...(brand !== undefined && { brand }), ...(category !== undefined && { category }) };
}
