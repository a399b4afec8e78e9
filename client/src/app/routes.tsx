import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { restoreBackForwardCache } from "../lib/back-forward-cache.ts";
import { HomePage } from "./pages/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import {
  auditScreen,
  brandEditScreen,
  brandListScreen,
  cartScreen,
  categoryEditScreen,
  categoryListScreen,
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
import { CrashScreen } from "./shell/crash-screen.tsx";
import { RequireAdmin, RequireUser } from "./shell/require-session.tsx";
import { ScreenSkeleton } from "./shell/screen-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

/** The one table of addresses and screens. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: CrashScreen,
    children: [
      {
        // A screen that fails leaves the header and its ways out standing.
        ErrorBoundary: CrashScreen,
        HydrateFallback: ScreenSkeleton,
        children: [
          { path: "/", Component: HomePage },
          { path: "/page/:pageNumber", Component: HomePage },
          { path: "/search/:keyword", Component: HomePage },
          { path: "/search/:keyword/page/:pageNumber", Component: HomePage },
          { path: "/product/:id", lazy: productScreen.lazy },
          { path: "/cart", lazy: cartScreen.lazy },
          { path: "/login", lazy: loginScreen.lazy },
          { path: "/register", lazy: registerScreen.lazy },
          {
            Component: RequireUser,
            children: [
              { path: "/profile", lazy: profileScreen.lazy },
              { path: "/shipping", lazy: shippingScreen.lazy },
              { path: "/payment", lazy: paymentScreen.lazy },
              { path: "/placeorder", lazy: placeOrderScreen.lazy },
              { path: "/order/:id", lazy: orderScreen.lazy },
            ],
          },
          {
            // Whoever may not enter is turned away before the address is known to lead anywhere.
            path: "/admin",
            Component: RequireAdmin,
            children: [
              { path: "orderlist", lazy: orderListScreen.lazy },
              { path: "productlist", lazy: productListScreen.lazy },
              { path: "productlist/:pageNumber", lazy: productListScreen.lazy },
              { path: "brandlist", lazy: brandListScreen.lazy },
              { path: "categorylist", lazy: categoryListScreen.lazy },
              { path: "userlist", lazy: userListScreen.lazy },
              { path: "audit", lazy: auditScreen.lazy },
              { path: "product/:id/edit", lazy: productEditScreen.lazy },
              { path: "brand/:id/edit", lazy: brandEditScreen.lazy },
              { path: "category/:id/edit", lazy: categoryEditScreen.lazy },
              { path: "user/:id/edit", lazy: userEditScreen.lazy },
              { path: "*", Component: NotFoundPage },
            ],
          },
          { path: "*", Component: NotFoundPage },
        ],
      },
    ],
  },
];

/** The router of the browser's address bar. */
export function createAppRouter() {
  const router = createBrowserRouter(routes);
  // The router hears of its news in turn: this comes before the screen is drawn.
  router.subscribe(({ historyAction }) => {
    if (historyAction === "POP") restoreBackForwardCache();
  });
  return router;
}
