import type { SizeLimits } from "./sizes.ts";

/**
 * The size limits of the client, in kilobytes (1,000 bytes) of gzip: the total for Home, which every first visit loads,
 * the additional files for the five screens on the way from a search to an order, and the most that any other part adds.
 * The commit that raises one gives the reason.
 */
export const sizeLimits: SizeLimits = {
  home: { js: 165.3, css: 14.8 },
  parts: {
    "products-page": { js: 9.9, css: 3.6 },
    "product-page": { js: 26.5, css: 7.5 },
    "cart-page": { js: 15.9, css: 2.7 },
    "login-page": { js: 20, css: 3.1 },
    "place-order-page": { js: 18.2, css: 3 },
  },
  others: { js: 153.6, css: 16.5 },
};
