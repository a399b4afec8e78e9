import type { LineChange } from "@shop/shared/cart/cart-changes";
import { Price } from "../../ui/price.tsx";
import { ProductPrice } from "../../ui/product-price.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./line-change-note.module.css";

type LineChangeNoteProps = {
  /** Price when the product was added to the cart. */
  price: number;
  /** The regular price and the lowest of 30 days, if it is reduced. */
  regularPrice?: number | undefined;
  lowestPrice?: number | undefined;
  change: LineChange | undefined;
};

/** The unit price and how the product has changed since it was added to the cart. */
export function LineChangeNote({ price, regularPrice, lowestPrice, change }: LineChangeNoteProps) {
  if (change?.kind === "unavailable") return <p className={`${classes.note} ${classes.gone}`}>No longer available</p>;
  if (change?.kind === "sold-out") return <p className={`${classes.note} ${classes.gone}`}>Sold Out</p>;
  const newPrice = change?.price;
  return (
    <>
      <p className={classes.note}>
        {newPrice === undefined ? (
          <span className={classes.each}>
            <ProductPrice
              prices={{
                price,
                ...(regularPrice !== undefined && { regularPrice }),
                ...(lowestPrice !== undefined && { lowestPrice }),
              }}
              unit="each"
            />
          </span>
        ) : (
          <>
            <VisuallyHidden>Old price </VisuallyHidden>
            <s className={classes.old}>
              <Price amount={price} />
            </s>
            <span aria-hidden="true">→</span>
            <VisuallyHidden>, new price </VisuallyHidden>
            <span className={classes.state}>
              <Price amount={newPrice} /> each
            </span>
          </>
        )}
      </p>
      {change?.left !== undefined && <p className={`${classes.note} ${classes.state}`}>Only {change.left} left</p>}
    </>
  );
}
