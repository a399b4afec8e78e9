import type { PageData } from "@shop/shared/page/page-data";
import { createContext, use } from "react";

/** Shop settings that the server writes into every page: name, origin, password length, payments. */
export type ShopIdentity = PageData["shop"];

/** Defaults for pages without server data, as in tests and on the development server. */
export const defaultShop: ShopIdentity = { name: "Shop", origin: "", passwordMin: 8, payments: "off" };

export const ShopIdentityContext = createContext(defaultShop);

type ChangeShop = (change: (now: ShopIdentity) => ShopIdentity) => void;

/** Changes the shop settings of the pages that are open, after they were saved. */
export const ChangeShopContext = createContext<ChangeShop>(() => undefined);

/** The shop settings of the current page. */
export function useShop(): ShopIdentity {
  return use(ShopIdentityContext);
}
