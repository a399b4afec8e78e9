import { type LineChange, maxQty } from "@shop/shared/cart/cart-changes";
import type { CartItem } from "@shop/shared/cart/cart-items";
import { fromWire, toWire } from "@shop/shared/money";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { productPath } from "../../lib/paths.ts";
import { PrefetchLink, ShopLink } from "../../ui/prefetch-link.tsx";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { QuantitySelect } from "../../ui/quantity-select.tsx";
import classes from "./cart-line.module.css";
import { LineChangeNote } from "./line-change-note.tsx";

type CartLineProps = {
  item: CartItem;
  /** The line as it can be ordered now; `undefined` if it cannot. */
  today: CartItem | undefined;
  /** How the product differs from the stored line, if it does. */
  change: LineChange | undefined;
  /** Set for a restored line, so that focus stays at its position. */
  takesFocus: boolean;
  onQty: (qty: number) => void;
  onRemove: () => void;
};

/** One cart line with quantity and remove button. */
export function CartLine({ item, today, change, takesFocus, onQty, onRemove }: CartLineProps) {
  const removeButton = useRef<HTMLButtonElement>(null);
  const path = productPath(item._id);

  useEffect(() => {
    if (takesFocus) removeButton.current?.focus();
  }, [takesFocus]);

  return (
    <div className={classes.line} data-gone={today === undefined || undefined}>
      <div className={classes.what}>
        <PrefetchLink to={path} className={classes.name}>
          {item.name}
        </PrefetchLink>
      </div>
      <div className={classes.each}>
        <LineChangeNote
          price={item.price}
          regularPrice={today?.regularPrice}
          lowestPrice={today?.lowestPrice}
          change={change}
        />
      </div>
      {/* A larger pointer target. Keyboard and screen readers use the name link, which comes first. */}
      <ShopLink to={path} className={classes.image} tabIndex={-1} aria-hidden="true">
        <ProductImage
          image={item.image}
          alt=""
          sizes="(min-width: 48em) 128px, 88px"
          of={item}
          className={classes.plate ?? ""}
        />
      </ShopLink>
      {today !== undefined && <Price amount={lineTotal(today)} className={classes.total ?? ""} />}
      <div className={classes.controls}>
        {today !== undefined && (
          <QuantitySelect value={today.qty} max={maxQty(today.countInStock)} onChange={onQty} of={item.name} />
        )}
        <button
          ref={removeButton}
          type="button"
          className={classes.remove}
          aria-label={`Remove ${item.name}`}
          onClick={onRemove}
        >
          <IconTrash size={20} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

function lineTotal({ price, qty }: CartItem): number {
  return toWire((fromWire(price) ?? 0) * qty);
}
