import { type Cart, countUnits } from "@shop/shared/cart/cart";

/** `Subtotal (1) item`, `Subtotal (2) items`. */
export function subtotalLabel(cart: Cart): string {
  const units = countUnits(cart);
  return `Subtotal (${units}) ${units === 1 ? "item" : "items"}`;
}
