import { lazyScreen } from "../lib/lazy-screen.ts";

/** The screens that load when they are first needed: everything but Home. */
export const productScreen = lazyScreen(() => import("./pages/product-page.tsx").then((page) => page.ProductPage));
export const cartScreen = lazyScreen(() => import("./pages/cart-page.tsx").then((page) => page.CartPage));
