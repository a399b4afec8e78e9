import type { SizeLimits } from "./sizes.ts";

/**
 * The size limit of each part of the client, in kilobytes (1,000 bytes) of gzip: the total for Home,
 * the additional files for every other screen and part. A limit is about 5% above the current size, and
 * Home's is its budget; the commit that raises one gives the reason.
 */
export const sizeLimits: SizeLimits = {
  // With the struck prices of reduced products, on cards and slides, and the heights of cards that are laid out later.
  home: { js: 130, css: 14.4 },

  // The storefront.
  "save-button": { js: 3.8, css: 0.4 },
  "saved-page": { js: 7.5, css: 1.5 },
  "shared-list-page": { js: 2.9, css: 0.8 },
  "info-page": { js: 2.1, css: 1.2 },
  // With the images, the table of facts, and votes, photos, filters and answers of reviews.
  "product-page": { js: 15, css: 5.8 },
  // Counted with the product page, of which it uses parts.
  "own-review": { js: 17, css: 6.1 },
  "report-dialog": { js: 48.2, css: 9.8 },
  "stock-alert": { js: 8.6, css: 2.4 },
  "products-page": { js: 6.9, css: 3.2 },
  // With the library's overlay.
  "facet-drawer": { js: 40, css: 11.5 },
  "filter-chips": { js: 2.4, css: 0.1 },
  // With further products below.
  "term-page": { js: 8.7, css: 4 },
  "compare-page": { js: 4, css: 2 },
  "browse-page": { js: 4, css: 2 },
  "browse-menu": { js: 40, css: 10.2 },
  // With what changes the cart, which Home does not need.
  // With zooming, moving, and going from one image to the next; for photos of reviews too.
  "image-viewer": { js: 2.5, css: 0.9 },
  // With the field for photos, and counted with the product page, of which it uses parts.
  "review-form": { js: 68, css: 8.3 },
  // With the last searches of the browser.
  "search-suggestions": { js: 2.8, css: 0.8 },
  "recently-viewed": { js: 1.7, css: 0.6 },
  "toast-area": { js: 17.9, css: 1.9 },
  // With featured products while it is empty.
  "cart-page": { js: 7.2, css: 2.6 },
  "login-page": { js: 20, css: 3.1 },
  "account-rules": { js: 36.7, css: 0.1 },
  "register-page": { js: 18.5, css: 2.8 },
  "forgot-password-page": { js: 17.2, css: 2.8 },
  "reset-password-page": { js: 19, css: 3.1 },
  "withdrawal-page": { js: 18, css: 3.2 },
  "address-book": { js: 49.5, css: 4 },
  "confirm-email-page": { js: 4.1, css: 0.9 },
  "restore-email-page": { js: 4.1, css: 0.9 },
  "account-dropdown": { js: 39.9, css: 1.2 },
  "profile-page": { js: 27.2, css: 5.8 },
  "account-access-page": { js: 5.5, css: 1.4 },
  // With the library for passkeys, which can stand for the password.
  "password-dialog": { js: 47.1, css: 9.8 },
  "passkey-sign-in": { js: 5.8, css: 0.1 },
  passkeys: { js: 32.3, css: 5.8 },
  "end-others-dialog": { js: 40.5, css: 9.4 },
  "remove-passkey-dialog": { js: 40.3, css: 9.4 },
  "passkey-offer": { js: 7.2, css: 0.5 },
  "second-factor": { js: 68.2, css: 13.1 },
  "delete-account-dialog": { js: 40.3, css: 9.7 },
  "shipping-page": { js: 53, css: 4.5 },
  "payment-page": { js: 3.6, css: 2.4 },
  "place-order-page": { js: 9.1, css: 2.9 },
  "order-page": { js: 16.6, css: 4.4 },
  "payment-panel": { js: 23.5, css: 4.3 },
  "order-messages": { js: 18.4, css: 4.7 },
  "message-form": { js: 56.2, css: 7.5 },

  // The admin.
  "import-page": { js: 99, css: 11.8 },
  "order-actions": { js: 28, css: 13.9 },
  "parcel-drafts": { js: 43, css: 9.2 },
  "parcel-modal": { js: 80.5, css: 9.5 },
  "remove-parcel-modal": { js: 38, css: 9.5 },
  "paper-modal": { js: 48.8, css: 10.3 },
  "print-page": { js: 2.6, css: 10.4 },
  "order-mails": { js: 9.6, css: 9.6 },
  "order-matters": { js: 10.2, css: 9.3 },
  "refund-modal": { js: 118.9, css: 15.3 },
  "order-background": { js: 76.8, css: 9.7 },
  "paid-order-stream": { js: 101, css: 12.1 },
  "save-view-modal": { js: 107, css: 12.1 },
  "resolve-modal": { js: 87.5, css: 9.5 },
  "admin-nav": { js: 47.9, css: 10.9 },
  dashboard: { js: 62.6, css: 10.4 },
  "sales-chart": { js: 124.1, css: 11.6 },
  "order-list-page": { js: 68, css: 12.4 },
  // With cells that are edited, and their rules.
  "product-list-page": { js: 118, css: 13.6 },
  "bulk-question": { js: 141, css: 16.2 },
  "brand-list-page": { js: 67, css: 11.1 },
  "category-list-page": { js: 67, css: 11.1 },
  "user-list-page": { js: 63, css: 10.5 },
  "search-page": { js: 63, css: 10.6 },
  "api-keys-page": { js: 47.6, css: 10.9 },
  "api-key-form": { js: 86.8, css: 10.6 },
  // With the log of deliveries.
  "webhooks-page": { js: 68, css: 12.2 },
  "webhook-form": { js: 91.6, css: 9.8 },
  "synonyms-modal": { js: 99.7, css: 10.7 },
  "redirect-modal": { js: 81.4, css: 9.5 },
  "review-list-page": { js: 24.7, css: 11 },
  "mail-list-page": { js: 11.1, css: 10 },
  "withdrawals-page": { js: 30, css: 14 },
  "info-page-list-page": { js: 6.4, css: 10.1 },
  "info-page-edit-page": { js: 97, css: 11.8 },
  "audit-page": { js: 19.3, css: 10.3 },
  // With the shop's card, the planned prices and the history.
  "product-edit-page": { js: 156, css: 16.2 },
  // Counted with the edit page, of which it uses parts.
  "planned-price-modal": { js: 150, css: 16.2 },
  "brand-edit-page": { js: 117, css: 12 },
  "category-edit-page": { js: 117, css: 12 },
  "siblings-modal": { js: 150, css: 16.2 },
  "customer-page": { js: 11.7, css: 10 },
  "user-edit-page": { js: 89.2, css: 10.7 },
};
