/** The shop's business constants. Amounts in cents, times in milliseconds. */

/** All that an order can have; a shop offers those of its settings. */
export const paymentMethods = ["PayPal", "Credit Card", "Stripe", "Bank Transfer", "On Delivery"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const specifiedMethods: readonly PaymentMethod[] = ["PayPal", "Credit Card"];
/** A payment method as customers read it. */
export function nameOfMethod(method: PaymentMethod): string {
  if (method === "On Delivery") return "Pay on Delivery";
  return method === "Stripe" ? "Card or Wallet" : method;
}

/** Whether customers pay on the page of the order. */
export function isPaidOnline(method: PaymentMethod): boolean {
  return method !== "Bank Transfer" && method !== "On Delivery";
}

export const defaultPaymentMethod: PaymentMethod = "PayPal";

export const taxPercent = 15;
export const shippingFeeCents = 10_00;
/** Shipping is free strictly above this subtotal. */
export const freeShippingOverCents = 100_00;

export const ratingMax = 5;
export const ratingWords = ["Poor", "Fair", "Good", "Very Good", "Excellent"] as const;

export const defaultPageSize = 12;
export const featuredLimit = 5;
/** Products in one row, as the page of a product shows others. */
export const recommendedLimit = 4;
export const reviewPageSize = 10;
/** The most reviews in a product's response; the review list has all of them. */
export const reviewsInProduct = 1_000;
/** The most rows of one answer that is not streamed. */
export const ordersInScreen = 1_000;
export const accountsInList = 5_000;

export const keywordLength = 100;
/** The most phrases of a search that are searched as typed. */
export const typedMax = 12;
export const nameLength = 100;
export const productNameLength = 200;
export const skuLength = 70;
export const descriptionLength = 5_000;
export const termDescriptionLength = 1_000;
export const menuPositionMax = 999;
/** How deep categories can be below each other. */
export const categoryLevels = 3;
/** How many collections a shop can have. */
export const collectionsMax = 200;
/** How many products of a collection can be chosen by hand. */
export const collectionProductsMax = 500;
/** For how many days a product can count as new in a collection. */
export const newWithinDaysMax = 365;
/** The most images of a product after its first one. */
export const moreImagesMax = 9;
export const altLength = 200;
/** The most options of a product group, values of an option, and variants of a group. */
export const optionsMax = 3;
export const optionValuesMax = 100;
export const variantsMax = 250;
export const optionNameLength = 40;
export const optionValueLength = 40;
export const attributesMax = 40;
export const attributeNameLength = 60;
export const attributeValueLength = 100;
export const attributeUnitLength = 20;
export const imageLength = 500;
/** How long the changes and former prices of products are kept, what admins did, and imports; in months. */
export const historyMonths = 13;
/** The size limit of an uploaded image, in bytes. */
export const imageBytesMax = 5 * 1024 * 1024;
export const commentLength = 2_000;
/** The most photos of one review. */
export const reviewPhotosMax = 4;
/** The length of a reason for a return, which the shop lists. */
export const returnReasonLength = 60;
/** The most photos of one return. */
export const returnPhotosMax = 4;
/** The bytes that all photos of one account take at most, in every width; room for some 600. */
export const reviewPhotosBytesMax = 104_857_600;
/** How long authors can change their reviews after writing them, in days. */
export const reviewEditDays = 30;
export const reportWordsLength = 500;
export const questionLength = 500;
export const questionPageSize = 5;
/** The most questions of one account that wait for an answer. */
export const openQuestionsMax = 10;
/** The most rows of the shop's own list of questions, and of a customer's. */
export const questionListSize = 10;
export const refundReasonLength = 200;
/** The most addresses that an account can save. */
export const addressesMax = 10;
/** The most products that a customer can save for later. */
export const savedItemsMax = 200;
/** Saved products that are shown before "Show more", and the most that are asked for at once. */
export const savedPageSize = 24;
export const withdrawalWordsLength = 500;
/** The length of what somebody withdraws from, in words. */
export const withdrawnGoodsLength = 500;
export const emailLength = 254;
export const passwordLengthMax = 128;
export const priceCentsMax = 999_999_99;
/** The lowest price that a change of many prices leads to. A single product can be given away. */
export const changedPriceCentsMin = 1;
/** Also the stock of a product whose stock is not counted. */
export const stockMax = 1_000_000;
/** The most units of one product in one order, regardless of the stock. */
export const lineQtyMax = 1_000;
export const orderLinesMax = 100;

/** The highest stock that is announced as low. */
export const lowStock = 5;

export const toastMs = 5_000;
export const carouselIntervalMs = 5_000;
export const swipeThresholdPx = 40;
/** How long unused query results stay in the client's cache: by default, and for the listed queries. */
export const keepMs = 60_000;
export const keepListedMs = 5_000;
export const chunkTimeoutMs = 120_000;

/** How many parcels one order can have. */
export const parcelsMax = 20;
