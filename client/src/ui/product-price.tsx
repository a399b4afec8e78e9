import { formatMoney } from "@shop/shared/money";
import { Price } from "./price.tsx";
import classes from "./product-price.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Both other prices are there if the price is reduced. */
export type ShownPrices = { price: number; regularPrice?: number; lowestPrice?: number };

type ProductPriceProps = {
  prices: ShownPrices;
  className?: string;
  /** Whether the lowest price is named where it is the struck one too. */
  isFull?: boolean;
  /** Follows the amounts, such as "each". */
  unit?: string;
};

/** What a product costs; a reduced price with the regular one struck through and the lowest of the last 30 days. */
export function ProductPrice({ prices, className, isFull = false, unit }: ProductPriceProps) {
  const { price, regularPrice, lowestPrice } = prices;
  const amount = <Price amount={price} {...(className !== undefined && { className })} />;
  const suffix = unit === undefined ? "" : ` ${unit}`;
  if (regularPrice === undefined || lowestPrice === undefined) {
    return (
      <>
        {amount}
        {suffix}
      </>
    );
  }
  return (
    <span className={classes.prices}>
      <VisuallyHidden>Reduced price </VisuallyHidden>
      {amount} <VisuallyHidden>, regular price </VisuallyHidden>
      <s className={classes.former}>
        <Price amount={regularPrice} />
      </s>
      {suffix}
      {(isFull || lowestPrice !== regularPrice) && (
        <span className={classes.lowest}>Lowest price of the last 30 days: {formatMoney(lowestPrice)}</span>
      )}
    </span>
  );
}
