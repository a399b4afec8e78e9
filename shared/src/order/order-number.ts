// A small screen imports this without zod.

/** What may be typed as the number of an order: its id or the end of it. */
export const orderNumberPattern = /^#?[0-9a-f-]{5,36}$/i;

export const orderNumberRule = "Enter the order number as it is on your receipt, such as 1a2b3";
