import { addItem } from "@shop/shared/cart/cart-changes";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { useNavigate } from "react-router-dom";
import { updateCart } from "../features/cart/cart-store.ts";
import { cartPath } from "../lib/paths.ts";

/** Returns a function that puts one unit of a product into the cart, and leads there. */
export function useAddToCart(): (product: ProductSummary) => void {
  const navigate = useNavigate();
  return (product) => {
    updateCart((cart) => addItem(cart, product, 1));
    void navigate(cartPath, { state: { added: product.name } });
  };
}
