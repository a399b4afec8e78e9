import type { PageData } from "@shop/shared/page-data";
import { createContext, use } from "react";

/** What the shop is: its name, the origin under which it is known, its rules for people. */
export type ShopIdentity = PageData["shop"];

/** The shop as it is without a server's word on it: in tests, and in a page of the development server. */
export const unnamedShop: ShopIdentity = { name: "Shop", origin: "", passwordMin: 8, payments: "off" };

export const ShopIdentityContext = createContext(unnamedShop);

/** What the shop is. */
export function useShop(): ShopIdentity {
  return use(ShopIdentityContext);
}
