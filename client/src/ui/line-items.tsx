import { formatMoney, fromWire, toWire } from "@shop/shared/money";
import type { ReactNode } from "react";
import { productPath } from "../lib/paths.ts";
import classes from "./line-items.module.css";
import { PrefetchLink } from "./prefetch-link.tsx";
import { ProductImage } from "./product-image.tsx";

type LineItem = {
  productId: string;
  name: string;
  image: string;
  price: number;
  /** Both, if the price was reduced. */
  regularPrice?: number;
  lowestPrice?: number;
  qty: number;
  /** Cannot be ordered and has no sum. */
  isGone?: boolean;
  note?: ReactNode;
};

/** Lines of an order or cart with their totals. */
export function LineItems({ items }: { items: readonly LineItem[] }) {
  return (
    <ul className={classes.items}>
      {items.map(({ productId, name, image, price, regularPrice, lowestPrice, qty, isGone = false, note }) => (
        <li key={productId} className={classes.item}>
          <ProductImage image={image} alt="" sizes="64px" of={{ name }} className={classes.image ?? ""} />
          <PrefetchLink to={productPath(productId)} className={classes.name}>
            {name}
          </PrefetchLink>
          {!isGone && (
            <span className={classes.sum}>
              {qty} x {formatMoney(price)} = <strong>{formatMoney(toWire((fromWire(price) ?? 0) * qty))}</strong>
            </span>
          )}
          {!isGone && regularPrice !== undefined && lowestPrice !== undefined && (
            <p className={classes.reduction}>
              Reduced from <s>{formatMoney(regularPrice)}</s>. Lowest price of the 30 days before:{" "}
              {formatMoney(lowestPrice)}
            </p>
          )}
          {note !== undefined && <div className={classes.note}>{note}</div>}
        </li>
      ))}
    </ul>
  );
}
