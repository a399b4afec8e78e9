import { notCounted } from "@shop/shared/catalog/import";
import { type FileProduct, optionName, type Row } from "../file-row.ts";
import type { GroupedFormat } from "./grouped.ts";

const media = "https://static.wixstatic.com/media/";
const places = [1, 2, 3, 4, 5, 6];

/** Products of Wix have an id in all of their rows, which are of the type Product or Variant. */
export const wix: GroupedFormat = {
  keyOf: (row) => row.field("key"),
  isHead: (row) => row.of("fieldtype").toLowerCase() !== "variant",
  optionsOf: (row, head) =>
    row.of("fieldtype").toLowerCase() !== "variant"
      ? []
      : places.flatMap((place) => {
          const name = optionName(head.of(`productoptionname${place}`), "");
          // A color comes with its name behind it.
          const value = row.of(`productoptiondescription${place}`).replace(/^#[0-9a-f]{3,8}:/i, "");
          return name === "" || value === "" ? [] : [{ name, value }];
        }),
  imagesOf: (_rows, head) =>
    head
      .field("image")
      .split(";")
      .map((image) => image.trim())
      .filter((image) => image !== "")
      .map((image) => (/^https?:/i.test(image) ? image : media + image)),
  toValues: (values, row, head) => ({
    ...values,
    ...pricesOf(row, head),
    ...stockOf(row),
    ...stateOf(head),
    ...(values.category !== undefined && { category: values.category.split(";")[0]?.trim() ?? "" }),
  }),
};

/** The price of a variant is that of its product and a surcharge; a discount is of the product. */
function pricesOf(row: Row, head: Row): Pick<FileProduct["values"], "price" | "salePrice"> {
  const price = row.field("price") || head.field("price");
  const surcharge = Number(row.of("surcharge"));
  const whole = row === head || surcharge === 0 || row.field("price") !== "" ? price : added(price, surcharge);
  if (whole === "") return {};
  const discount = Number(head.of("discountvalue"));
  if (!(discount > 0) || !Number.isFinite(Number(whole))) return { price: whole };
  const isPercent = head.of("discountmode").toUpperCase() === "PERCENT";
  const salePrice = isPercent ? Number(whole) * (1 - discount / 100) : Number(whole) - discount;
  return { price: whole, salePrice: salePrice.toFixed(2) };
}

const added = (price: string, surcharge: number) => (Number(price) + surcharge).toFixed(2);

function stockOf(row: Row): Pick<FileProduct["values"], "stock"> {
  const inventory = row.field("stock");
  if (/^in\s?stock$/i.test(inventory)) return { stock: notCounted };
  if (/^out\s?of\s?stock$/i.test(inventory)) return { stock: "0" };
  return inventory === "" ? {} : { stock: inventory.startsWith("-") ? "0" : inventory };
}

function stateOf(head: Row): Pick<FileProduct["values"], "state"> {
  const visible = head.field("state").toLowerCase();
  return visible === "" ? {} : { state: visible === "true" ? "published" : "draft" };
}
