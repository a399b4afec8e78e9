import { homeListInput } from "@shop/shared/page-data";
import { toPageNumber } from "@shop/shared/page-number";
import { useCallback } from "react";
import { useSignedIn } from "../features/account/session-store.ts";
import {
  auditPath,
  brandListPath,
  cartPath,
  categoryListPath,
  keywordOf,
  loginPagePath,
  orderListPath,
  paymentPath,
  placeOrderPath,
  productListPath,
  profilePath,
  registerPagePath,
  shippingPath,
  userListPath,
} from "../lib/paths.ts";
import { cachedBriefly } from "../lib/query-client.ts";
import { trpc } from "../lib/trpc.ts";
import {
  auditScreen,
  brandEditScreen,
  brandListScreen,
  cartScreen,
  categoryEditScreen,
  categoryListScreen,
  dashboardScreen,
  loginScreen,
  orderListScreen,
  orderScreen,
  paymentScreen,
  placeOrderScreen,
  productEditScreen,
  productListScreen,
  productScreen,
  profileScreen,
  registerScreen,
  shippingScreen,
  userEditScreen,
  userListScreen,
} from "./screens.ts";

/** Screens whose code is all that can be fetched ahead. */
const screens = new Map([
  [cartPath, cartScreen],
  [loginPagePath, loginScreen],
  [registerPagePath, registerScreen],
  [profilePath, profileScreen],
  [shippingPath, shippingScreen],
  [paymentPath, paymentScreen],
  [placeOrderPath, placeOrderScreen],
  [orderListPath, orderListScreen],
  [productListPath, productListScreen],
  [brandListPath, brandListScreen],
  [categoryListPath, categoryListScreen],
  [userListPath, userListScreen],
  [auditPath, auditScreen],
]);

const editScreens = new Map([
  ["product", productEditScreen],
  ["brand", brandEditScreen],
  ["category", categoryEditScreen],
  ["user", userEditScreen],
]);

/** Loads the code and the data of an address before somebody goes there. */
export function usePrefetch(): (path: string) => void {
  const utils = trpc.useUtils();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  return useCallback(
    (path) => {
      const pathname = path.split(/[?#]/, 1)[0] ?? path;
      const productId = /^\/product\/([^/]+)$/.exec(pathname)?.[1];
      const edited = /^\/admin\/([a-z]+)\/[^/]+\/edit$/.exec(pathname)?.[1];
      const orderId = /^\/order\/([^/]*)$/.exec(pathname)?.[1];
      if (productId !== undefined) {
        productScreen.preload();
        void utils.catalog.product.prefetch({ id: decodeURIComponent(productId) }, cachedBriefly);
      } else if (orderId !== undefined) {
        orderScreen.preload();
        if (orderId !== "") void utils.order.byId.prefetch({ id: decodeURIComponent(orderId) }, cachedBriefly);
      } else if (edited !== undefined) {
        editScreens.get(edited)?.preload();
      } else if (screens.has(pathname)) {
        screens.get(pathname)?.preload();
      } else if (/^\/$|^\/(search|page)\//.test(pathname)) {
        if (isAdmin) return dashboardScreen.preload();
        const pageNumber = toPageNumber(/\/page\/([^/]+)$/.exec(pathname)?.[1]);
        void utils.catalog.list.prefetch(homeListInput(keywordOf(pathname), pageNumber), cachedBriefly);
      }
    },
    [utils, isAdmin],
  );
}
