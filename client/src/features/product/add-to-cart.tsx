import { Button } from "@mantine/core";
import { use } from "react";
import { cartPath } from "../../lib/paths.ts";
import { PrefetchContext } from "../../ui/prefetch-link.tsx";

type AddToCartProps = { isInStock: boolean; onAdd: () => void; className?: string };

/** Add To Cart button. It prefetches the cart screen on hover, focus and touch. */
export function AddToCart({ isInStock, onAdd, className = "" }: AddToCartProps) {
  const prefetch = use(PrefetchContext);
  const prefetchCart = () => prefetch(cartPath);
  return (
    <Button
      className={className}
      disabled={!isInStock}
      onClick={onAdd}
      onMouseEnter={prefetchCart}
      onFocus={prefetchCart}
      onTouchStart={prefetchCart}
    >
      Add To Cart
    </Button>
  );
}
