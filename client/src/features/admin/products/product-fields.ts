import { type ProductDetail, updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import type { Attribute, ShownImage } from "@shop/shared/catalog/catalog";
import { hasOwnImage } from "@shop/shared/catalog/image";
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
  brand: string;
  category: string;
  countInStock: number;
  description: string;
  attributes: Attribute[];
  state: ProductState;
};

/** The form sends every field. */
export const productFormSchema = updateProductSchema.required({
  image: true,
  imageAlt: true,
  moreImages: true,
  description: true,
  attributes: true,
  state: true,
});

export const productLabels: Record<keyof ProductFields, string> = {
  name: "Name",
  price: "Price",
  image: "Image",
  imageAlt: "What the image shows",
  moreImages: "Further images",
  brand: "Brand",
  category: "Category",
  countInStock: "Count in stock",
  description: "Description",
  attributes: "Facts",
  state: "State",
};

/** A product as its form starts from it. */
export function toSavedProduct(product: ProductDetail): Saved<ProductFields> {
  const { name, image, brand, category, countInStock, description, version, updatedAt } = product;
  // While a planned price holds, the regular one is edited.
  const price = product.editedPrice ?? product.price;
  const { imageAlt = "", images = [], attributes = [] } = product;
  const moreImages = hasOwnImage(image) ? images.slice(1) : images;
  return {
    values: {
      name,
      price,
      image,
      imageAlt,
      moreImages,
      brand,
      category,
      countInStock,
      description,
      attributes,
      state: wantedState(product),
    },
    version,
    updatedAt,
  };
}

/** The first save publishes a draft. One that was saved as a draft, or withdrawn, stays one until an admin says otherwise. */
function wantedState({ isDraft, version }: ProductDetail): ProductState {
  return isDraft && version > 1 ? "draft" : "published";
}

export const countOf = (units: number) => `${units.toLocaleString("en-US")} ${units === 1 ? "unit" : "units"}`;
