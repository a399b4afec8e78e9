import { type EditedVideo, type ProductDetail, updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import type { Attribute, ShownImage } from "@shop/shared/catalog/catalog";
import { hasOwnImage } from "@shop/shared/catalog/image";
import type { ContentUnit, UnitBasis } from "@shop/shared/catalog/unit-price";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { z } from "zod";
import type { Saved } from "../parts/use-edit-form.ts";

/** Whether customers see a product. */
export type ProductState = "published" | "draft";

/** The fields of a product's form. */
export type ProductFields = {
  name: string;
  price: number;
  image: string;
  imageAlt: string;
  moreImages: ShownImage[];
  videos: EditedVideo[];
  brand: string;
  category: string;
  countInStock: number;
  isStockCounted: boolean;
  description: string;
  isMarkdown: boolean;
  attributes: Attribute[];
  state: ProductState;
} & TradeValues;

/** Codes and facts that a trade needs. Everything is empty for none. */
type TradeValues = Record<"sku" | "gtin" | "mpn" | "originCountry" | "hsCode" | "taxClass", string> &
  Record<"cost" | "weightGrams" | "lengthMm" | "widthMm" | "heightMm" | "contentAmount", number | ""> & {
    contentUnit: ContentUnit | "";
    unitBasis: UnitBasis | "";
  };

/** The form sends every field, where programs can leave some out. */
export const productFormSchema = z.custom<ProductFields>().superRefine((values, context) => {
  for (const { path, message } of updateProductSchema.safeParse(values).error?.issues ?? []) {
    context.addIssue({ code: "custom", path, message });
  }
});

export const productLabels: Record<keyof ProductFields, string> = {
  name: "Name",
  price: "Price",
  image: "Image",
  imageAlt: "What the image shows",
  moreImages: "Further images",
  videos: "Videos",
  brand: "Brand",
  category: "Category",
  countInStock: "Count in stock",
  isStockCounted: "Count the stock",
  description: "Description",
  isMarkdown: "Format with Markdown",
  attributes: "Facts",
  state: "State",
  sku: "SKU",
  gtin: "GTIN (EAN, UPC)",
  mpn: "Manufacturer's number",
  cost: "Cost",
  weightGrams: "Weight in g",
  lengthMm: "Length in mm",
  widthMm: "Width in mm",
  heightMm: "Height in mm",
  originCountry: "Country of origin",
  hsCode: "HS code",
  contentAmount: "Content",
  contentUnit: "Unit",
  unitBasis: "Show the price per",
  taxClass: "Tax class",
};

/** A product as its form starts from it. */
export function toSavedProduct(product: ProductDetail): Saved<ProductFields> {
  const { name, image, brand, category, isStockCounted, description, version, updatedAt } = product;
  // While a planned price holds, the regular one is edited.
  const price = product.editedPrice ?? product.price;
  const { imageAlt = "", images = [], editedVideos: videos = [], attributes = [] } = product;
  const moreImages = hasOwnImage(image) ? images.slice(1) : images;
  return {
    values: {
      name,
      price,
      image,
      imageAlt,
      moreImages,
      videos,
      brand,
      category,
      // A stock that is counted from now on begins with nothing.
      countInStock: isStockCounted ? product.countInStock : 0,
      isStockCounted,
      description,
      isMarkdown: product.isMarkdown === true,
      attributes,
      state: wantedState(product),
      ...tradeValuesOf(product),
    },
    version,
    updatedAt,
  };
}

function tradeValuesOf({ trade }: ProductDetail): TradeValues {
  const { sku = "", gtin = "", mpn = "", originCountry = "", hsCode = "" } = trade ?? {};
  return {
    sku,
    gtin,
    mpn,
    originCountry,
    hsCode,
    cost: trade?.cost ?? "",
    weightGrams: trade?.weightGrams ?? "",
    lengthMm: trade?.lengthMm ?? "",
    widthMm: trade?.widthMm ?? "",
    heightMm: trade?.heightMm ?? "",
    contentAmount: trade?.contentAmount ?? "",
    contentUnit: trade?.contentUnit ?? "",
    unitBasis: trade?.unitBasis ?? "",
    taxClass: trade?.taxClass ?? standardTaxClass,
  };
}

/** The first save publishes a draft. One that was saved as a draft, or withdrawn, stays one until an admin says otherwise. */
function wantedState({ isDraft, version }: ProductDetail): ProductState {
  return isDraft && version > 1 ? "draft" : "published";
}

export const countOf = (units: number) => `${units.toLocaleString("en-US")} ${units === 1 ? "unit" : "units"}`;
