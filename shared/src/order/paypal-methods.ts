// Screens of every customer read these, so this module must not import zod.

/** PayPal's further ways to pay, beside its own and cards. */
export const payPalMethodNames = ["Pay Later", "Venmo", "iDEAL", "Bancontact", "BLIK"] as const;
export type PayPalMethod = (typeof payPalMethodNames)[number];
/**
 * The names of PayPal's script for them. Each is offered where the customer's country and the currency permit it, which the
 * script decides.
 */
export const payPalMethods = {
  "Pay Later": "paylater",
  Venmo: "venmo",
  iDEAL: "ideal",
  Bancontact: "bancontact",
  BLIK: "blik",
} as const satisfies Record<PayPalMethod, string>;
