import type { SizeLimits } from "./sizes.ts";

/**
 * The size limit of each part of the client, in kilobytes (1,000 bytes) of gzip: the total for Home,
 * the additional files for every other screen and part. A limit is about 10% above the current size;
 * the commit that raises one gives the reason.
 */
export const sizeLimits: SizeLimits = {
  home: { js: 183, css: 14.4 },

  // The storefront.
  "product-page": { js: 9.6, css: 4 },
  "full-size": { js: 0.6, css: 0.6 },
  "review-form": { js: 47, css: 2.4 },
  "search-suggestions": { js: 2, css: 0.8 },
  "toast-area": { js: 17.5, css: 2.1 },
  "cart-page": { js: 6.7, css: 2.7 },
  "login-page": { js: 47, css: 3.1 },
  "register-page": { js: 47.5, css: 2.8 },
  "forgot-password-page": { js: 46, css: 2.9 },
  "reset-password-page": { js: 49, css: 3.2 },
  "confirm-email-page": { js: 4.5, css: 0.9 },
  "restore-email-page": { js: 4.5, css: 0.9 },
  "account-dropdown": { js: 39, css: 1.3 },
  "profile-page": { js: 57, css: 5.8 },
  // With the library for passkeys, which can stand for the password.
  "password-dialog": { js: 49, css: 10 },
  "passkey-sign-in": { js: 6.2, css: 0.1 },
  passkeys: { js: 61, css: 10 },
  "remove-passkey-dialog": { js: 46, css: 10 },
  "passkey-offer": { js: 11, css: 1 },
  "second-factor": { js: 104, css: 13.5 },
  "delete-account-dialog": { js: 41, css: 9.6 },
  "shipping-page": { js: 46, css: 4.4 },
  "payment-page": { js: 3.5, css: 2.4 },
  "place-order-page": { js: 8.6, css: 3 },
  "order-page": { js: 14.7, css: 6 },
  "payment-panel": { js: 22.2, css: 6 },

  // The admin.
  "order-actions": { js: 25.5, css: 13.5 },
  "parcel-drafts": { js: 99, css: 13.5 },
  "parcel-modal": { js: 99, css: 13.5 },
  "remove-parcel-modal": { js: 60, css: 13.5 },
  "order-mails": { js: 9.4, css: 10 },
  "order-matters": { js: 19.5, css: 13 },
  "refund-modal": { js: 111, css: 14.5 },
  "resolve-modal": { js: 97, css: 13.5 },
  "admin-nav": { js: 49, css: 11 },
  dashboard: { js: 63, css: 10.4 },
  "sales-chart": { js: 134, css: 9.5 },
  "order-list-page": { js: 64.5, css: 11.5 },
  "product-list-page": { js: 62.5, css: 11 },
  "brand-list-page": { js: 62.5, css: 10.5 },
  "category-list-page": { js: 62.5, css: 10.5 },
  "user-list-page": { js: 61, css: 10.5 },
  "mail-list-page": { js: 11.5, css: 10.5 },
  "audit-page": { js: 18.5, css: 10 },
  "product-edit-page": { js: 123.5, css: 12.5 },
  "brand-edit-page": { js: 90, css: 9.5 },
  "category-edit-page": { js: 90, css: 9.5 },
  "user-edit-page": { js: 90.5, css: 11 },
};
