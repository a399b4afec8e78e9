import type { ShopPolicy } from "../../src/domain/base/shop-facts.ts";

/** What a test shop says of delivery and returns. */
export const usualPolicy: ShopPolicy = {
  productPaths: "id",
  shippingCountries: ["US", "CA"],
  handlingDays: { min: 1, max: 1 },
  transitDays: { min: 2, max: 4 },
  isReturnFree: false,
  contactEmail: "hello@shop.example.com",
};
