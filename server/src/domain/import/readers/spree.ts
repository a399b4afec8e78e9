import { notCounted } from "@shop/shared/catalog/import";
import { type FileProduct, optionName, pricesOfVariant, type Row, withStock } from "../file-row.ts";
import type { GroupedFormat } from "./grouped.ts";

/** Products of Spree have their slug in all of their rows, and their name in the first one. */
export const spree: GroupedFormat = {
  keyOf: (row) => row.field("key"),
  isHead: (row) => row.field("name") !== "",
  optionsOf: (row, head) =>
    [1, 2, 3].flatMap((place) => {
      const value = row.of(`option${place}_value`);
      const name = optionName(row.of(`option${place}_name`) || head.of(`option${place}_name`), `Option ${place}`);
      return value === "" ? [] : [{ name, value }];
    }),
  imagesOf: (rows) =>
    rows.flatMap((row) => [1, 2, 3].map((place) => row.of(`image${place}_src`))).filter((image) => image !== ""),
  imageOf: (row) => row.of("image1_src"),
  toValues: (values, row, head) => withState(withStockOf(pricesOfVariant(withWeight(values, row), row), row), head),
  oldAddressOf: (head) => (head.field("key") === "" ? undefined : `/products/${head.field("key")}`),
  categoryPathOf: (head) => head.of("category1").replaceAll("->", ">"),
};

function withStockOf(values: FileProduct["values"], row: Row): FileProduct["values"] {
  const isTracked = row.of("track_inventory").toLowerCase() !== "false";
  const goesOn = row.of("inventory_backorderable").toLowerCase() === "true";
  return isTracked && !goesOn ? withStock(values, row) : { ...values, stock: notCounted };
}

/** The weight with its unit; one in pounds or ounces is left out and named. */
function withWeight({ weight, ...values }: FileProduct["values"], row: Row): FileProduct["values"] {
  const unit = row.of("weight_unit").toLowerCase();
  if (weight === undefined || Number(weight) === 0) return values;
  if (!["", "g", "kg"].includes(unit)) {
    row.warn("value-ignored", `Weight ${weight} ${unit}: it is neither in grams nor in kilograms`);
    return values;
  }
  return { ...values, weight: `${weight} ${unit}`.trim() };
}

function withState({ state: _state, ...values }: FileProduct["values"], head: Row): FileProduct["values"] {
  const status = head.field("state").toLowerCase();
  return status === "" ? values : { ...values, state: status === "active" ? "published" : "draft" };
}
