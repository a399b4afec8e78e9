import type { SizeLimits } from "./sizes.ts";

/**
 * The size limit of each part of the client, in kilobytes (1,000 bytes) of gzip: the total for Home,
 * the additional files for every other screen and part. A limit is about 5% above the current size, and
 * Home's is its budget; the commit that raises one gives the reason.
 */
export const sizeLimits: SizeLimits = {
  home: { js: 130, css: 13.9 },

  // The storefront.
  "product-page": { js: 8.2, css: 3.7 },
  "full-size": { js: 0.5, css: 0.5 },
  "review-form": { js: 47.5, css: 2.2 },
  "search-suggestions": { js: 1.6, css: 0.7 },
  "toast-area": { js: 17.9, css: 1.9 },
  "cart-page": { js: 5.9, css: 2.6 },
  "login-page": { js: 19.7, css: 3.1 },
  "account-rules": { js: 36.3, css: 0.1 },
  "register-page": { js: 17.8, css: 2.8 },
  "forgot-password-page": { js: 17.2, css: 2.8 },
  "reset-password-page": { js: 19, css: 3.1 },
  "confirm-email-page": { js: 4.1, css: 0.8 },
  "restore-email-page": { js: 4.1, css: 0.8 },
  "account-dropdown": { js: 39.9, css: 1.2 },
  "profile-page": { js: 27.2, css: 5.8 },
  // With the library for passkeys, which can stand for the password.
  "password-dialog": { js: 47.1, css: 9.8 },
  "passkey-sign-in": { js: 5.8, css: 0.1 },
  passkeys: { js: 32.3, css: 5.8 },
  "remove-passkey-dialog": { js: 40.3, css: 9.4 },
  "passkey-offer": { js: 7, css: 0.5 },
  "second-factor": { js: 68.2, css: 13.1 },
  "delete-account-dialog": { js: 40.3, css: 9.7 },
  "shipping-page": { js: 47, css: 4.3 },
  "payment-page": { js: 2.9, css: 2.3 },
  "place-order-page": { js: 7.8, css: 2.9 },
  "order-page": { js: 13, css: 4.2 },
  "payment-panel": { js: 19.9, css: 4.2 },

  // The admin.
  "order-actions": { js: 23.2, css: 13.9 },
  "parcel-drafts": { js: 43, css: 9.2 },
  "parcel-modal": { js: 80.5, css: 9.5 },
  "remove-parcel-modal": { js: 38, css: 9.5 },
  "order-mails": { js: 8.9, css: 9.6 },
  "order-matters": { js: 9.3, css: 9.3 },
  "refund-modal": { js: 110.6, css: 14.6 },
  "resolve-modal": { js: 87.5, css: 9.5 },
  "admin-nav": { js: 47.9, css: 10.9 },
  dashboard: { js: 61.9, css: 10.4 },
  "sales-chart": { js: 124.1, css: 9.2 },
  "order-list-page": { js: 63.3, css: 11.8 },
  "product-list-page": { js: 61.4, css: 10.9 },
  "brand-list-page": { js: 61, css: 10.5 },
  "category-list-page": { js: 61, css: 10.5 },
  "user-list-page": { js: 59.8, css: 10.5 },
  "mail-list-page": { js: 10.7, css: 10 },
  "audit-page": { js: 18.4, css: 10.3 },
  "product-edit-page": { js: 120.6, css: 12.5 },
  "brand-edit-page": { js: 88.5, css: 9.5 },
  "category-edit-page": { js: 88.5, css: 9.5 },
  "user-edit-page": { js: 88.8, css: 10.7 },
};
