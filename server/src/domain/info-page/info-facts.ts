import type { DeliverySettings } from "@shop/shared/delivery";
import type { PaymentMode } from "@shop/shared/payment";
import type { Seller } from "../invoice/issue.ts";
import type { ShopIdentity } from "../shop-identity.ts";
import type { ShopPolicy } from "../shop-policy.ts";
import type { ReturnSettings } from "../withdrawal/return-period.ts";

/** The settings that the texts are written from. */
export type InfoFacts = {
  shop: ShopIdentity;
  seller: Seller;
  policy: ShopPolicy;
  returns: ReturnSettings | undefined;
  delivery: DeliverySettings | undefined;
  paymentMode: PaymentMode;
};
