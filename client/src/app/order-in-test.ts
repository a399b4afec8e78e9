/** The parts of an order that most tests do not look at. */
export const emptyOrderParts = {
  isPartlyShipped: false,
  arrival: null,
  parcels: [],
  matters: [],
  refunds: [],
  discounts: [],
  discountPrice: 0,
  capturedPrice: 0,
  refundedPrice: 0,
  isRefunded: false,
  isRestocked: false,
  isWithdrawn: false,
  cancellation: null,
};
