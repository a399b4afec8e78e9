/** The id of the heading above the returns of an order, which the issue about a return leads to. */
export const orderReturnsId = "order-returns";
