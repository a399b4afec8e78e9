import type { SizeLimits } from "./sizes.ts";

/**
 * The size limit of each part of the client, in kilobytes (1,000 bytes) of gzip: the total for Home,
 * the additional files for every other screen and part. A limit is about 10% above the current size;
 * the commit that raises one gives the reason.
 */
export const sizeLimits: SizeLimits = {
  home: { js: 180, css: 13 },

  // The storefront.
  "product-page": { js: 8, css: 3.8 },
  "full-size": { js: 0.6, css: 0.6 },
  "review-form": { js: 47, css: 2.4 },
  "search-suggestions": { js: 2, css: 0.8 },
  "toast-area": { js: 17.5, css: 2.1 },
  "cart-page": { js: 6, css: 2.7 },
  "login-page": { js: 47, css: 2.8 },
  "register-page": { js: 47.5, css: 2.8 },
  "account-dropdown": { js: 39, css: 1.3 },
  "profile-page": { js: 49, css: 3.6 },
  "shipping-page": { js: 46, css: 4.4 },
  "payment-page": { js: 3.5, css: 2.4 },
  "place-order-page": { js: 7.6, css: 3 },
  "order-page": { js: 12.2, css: 6 },
  "payment-stage": { js: 19, css: 6 },

  // The admin.
  "order-actions": { js: 16.5, css: 6.4 },
  "order-matters": { js: 15.6, css: 6.2 },
  "refund-modal": { js: 111, css: 12.1 },
  "resolve-modal": { js: 97, css: 10.7 },
  "admin-nav": { js: 11, css: 2.9 },
  dashboard: { js: 33, css: 2.6 },
  "sales-chart": { js: 134, css: 3 },
  "order-list-page": { js: 18.8, css: 6.7 },
  "product-list-page": { js: 18.4, css: 5.6 },
  "brand-list-page": { js: 18.3, css: 5.2 },
  "category-list-page": { js: 18.3, css: 5.2 },
  "user-list-page": { js: 16.9, css: 5.2 },
  "audit-page": { js: 11, css: 5.2 },
  "product-edit-page": { js: 104, css: 9.4 },
  "brand-edit-page": { js: 52.5, css: 6 },
  "category-edit-page": { js: 52.5, css: 6 },
  "user-edit-page": { js: 53, css: 7.5 },
};
