/** What can be printed of orders. Credit notes come with the invoice that they correct. */
export const paperKinds = ["packing-slips", "invoices"] as const;
export type PaperKind = (typeof paperKinds)[number];
