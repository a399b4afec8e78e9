// Screens of every customer read these, so this module must not import zod.

/**
 * What credit is moved between: those who hold it, and accounts of the shop itself, which say where it came from and went.
 * What the holders have in all is what the shop owes.
 */
export const creditHolders = ["customer", "gift card"] as const;
export const shopCreditAccounts = ["given", "refunded", "sold", "spent", "ended"] as const;
export const creditAccountKinds = [...creditHolders, ...shopCreditAccounts] as const;
export type ShopCreditAccount = (typeof shopCreditAccounts)[number];

/** Why credit moved. */
export const creditActs = [
  /** By an administrator, for nothing or in correction. */
  "given",
  "taken back",
  /** Instead of the money of an order. */
  "refunded as credit",
  "card sold",
  "card stopped",
  "spent",
  /** From an order that was not paid after all, or whose payment was refunded. */
  "returned",
  "expired",
  "account deleted",
] as const;
export type CreditAct = (typeof creditActs)[number];
