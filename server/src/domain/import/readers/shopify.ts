import { notCounted } from "@shop/shared/catalog/import";
import { type FileProduct, optionName, pricesOfVariant, type Row, withStock } from "../file-row.ts";
import type { GroupedFormat } from "./grouped.ts";

/** Products of Shopify have a handle in all of their rows, and their title in one of them. */
export const shopify: GroupedFormat = {
  keyOf: (row) => row.field("key"),
  isHead: (row) => row.field("name") !== "",
  optionsOf: (row, head) =>
    [1, 2, 3].flatMap((place) => {
      const value = row.of(`option${place} value`);
      const name = optionName(head.of(`option${place} name`), `Option ${place}`);
      return value === "" ? [] : [{ name, value }];
    }),
  imagesOf: (rows) => rows.map((row) => row.field("image")).filter((image) => image !== ""),
  altOf: (row) => row.of("image alt text"),
  imageOf: (row) => row.of("variant image url") || row.of("variant image"),
  toValues: (values, row, head) => withStockOf(withState(pricesOfVariant(values, row), head), row),
  categoryPathOf: (head) => head.of("product category"),
  oldAddressOf: (head) => (head.field("key") === "" ? undefined : `/products/${head.field("key")}`),
};

/** Without a tracker, or if it goes on selling when nothing is left, the stock is not counted. */
function withStockOf(values: FileProduct["values"], row: Row): FileProduct["values"] {
  const trackers = ["inventory tracker", "variant inventory tracker"].filter((heading) => row.has(heading));
  const isTracked = trackers.length === 0 || trackers.some((heading) => row.of(heading) !== "");
  const policy = row.of("continue selling when out of stock") || row.of("variant inventory policy");
  const goesOn = /^(continue|true|yes)$/i.test(policy);
  return isTracked && !goesOn ? withStock(values, row) : { ...values, stock: notCounted };
}

/** What the file says of the state; a part of an export can say nothing. */
function withState({ state: _state, ...values }: FileProduct["values"], head: Row): FileProduct["values"] {
  const status = head.of("status").toLowerCase();
  const published = head.field("state").toLowerCase();
  if (status === "" && published === "") return values;
  const isPublished = (status === "" || status === "active") && published !== "false";
  return { ...values, state: isPublished ? "published" : "draft" };
}
