import type { ProductPaths } from "@shop/shared/catalog/product-path";

type Days = { min: number; max: number };

/** What the shop says of delivery and returns on its pages and to search engines, besides the days of arrival. */
export type ShopPolicy = {
  /** What the addresses of products have. */
  productPaths: ProductPaths;
  /** ISO 3166 codes of the countries that the shop delivers to. */
  shippingCountries: readonly string[];
  /** Working days until an order is handed to the carrier, and from there to the door. */
  handlingDays: Days;
  transitDays: Days;
  /** Whether the shop pays for the way back. */
  isReturnFree: boolean;
  /** Where customers write to; absent where no address is set. */
  contactEmail: string | undefined;
};
