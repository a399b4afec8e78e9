import { Button } from "@mantine/core";
import { use } from "react";
import { cartPath } from "../../lib/paths.ts";
import { PrefetchContext } from "../../ui/prefetch-link.tsx";

type AddToCartProps = { isInStock: boolean; onAdd: () => void; className?: string };

/** The button that puts the product into the cart; the cart's screen begins to load when it is about to be pressed. */
export function AddToCart({ isInStock, onAdd, className = "" }: AddToCartProps) {
  const prefetch = use(PrefetchContext);
  const begin = () => prefetch(cartPath);
  return (
    <Button
      className={className}
      disabled={!isInStock}
      onClick={onAdd}
      onMouseEnter={begin}
      onFocus={begin}
      onTouchStart={begin}
    >
      Add To Cart
    </Button>
  );
}
