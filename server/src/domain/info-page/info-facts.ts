import type { DeliverySettings } from "@shop/shared/order/delivery";
import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { TermsVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { ReturnSettings, Seller, ShopIdentity, ShopPolicy } from "../base/shop-facts.ts";

/** The settings that the texts are written from. */
export type InfoFacts = {
  shop: ShopIdentity;
  seller: Seller;
  policy: ShopPolicy;
  terms: TermsVersion;
  returns: ReturnSettings | undefined;
  delivery: DeliverySettings | undefined;
  /** The payment providers that the shop is connected to. */
  providers: readonly OnlineProvider[];
};
