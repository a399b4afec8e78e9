import type { Cart } from "@shop/shared/cart/cart";
import { countUnits } from "@shop/shared/cart/cart-items";

/** `Subtotal (1) item`, `Subtotal (2) items`. */
export function subtotalLabel(cart: Cart): string {
  const units = countUnits(cart);
  return `Subtotal (${units}) ${units === 1 ? "item" : "items"}`;
}
