/** The shop's business constants. Amounts are integer cents, times are milliseconds. */

export const currency = "USD";

export const paymentMethods = ["PayPal", "Credit Card"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const defaultPaymentMethod: PaymentMethod = "PayPal";

export const taxPercent = 15;
export const shippingFeeCents = 10_00;
/** Shipping is free strictly above this subtotal. */
export const freeShippingOverCents = 100_00;

export const ratingMax = 5;
export const ratingWords = ["Poor", "Fair", "Good", "Very Good", "Excellent"] as const;

export const defaultPageSize = 12;
export const featuredLimit = 5;
export const reviewPageSize = 10;
/** The newest reviews that a product's own answer carries; the review list pages through all of them. */
export const reviewsInProduct = 100;

/** What one answer may carry where the specification asks for a whole list. */
export const accountsInList = 5_000;
export const ordersInList = 1_000;

export const keywordLength = 100;
export const nameLength = 100;
export const productNameLength = 200;
export const descriptionLength = 5_000;
export const imageLength = 500;
/** What a picture may weigh when it is sent, in bytes. */
export const imageBytesMax = 5 * 1024 * 1024;
export const commentLength = 2_000;
export const refundReasonLength = 200;
export const emailLength = 254;
export const passwordLengthMax = 128;
export const priceCentsMax = 999_999_99;
export const stockMax = 1_000_000;
/** The most units of one product in one order, however many are in stock. */
export const lineQtyMax = 1_000;
export const orderLinesMax = 100;

/** Stock from one to this many units is announced as nearly gone. */
export const lowStock = 5;

export const toastMs = 5_000;
export const carouselIntervalMs = 5_000;
export const swipeThresholdPx = 40;
/** How long unused answers are kept: by default, and for the queries that the specification lists. */
export const keepMs = 60_000;
export const keepListedMs = 5_000;
export const chunkTimeoutMs = 120_000;
