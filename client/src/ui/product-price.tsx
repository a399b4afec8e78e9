import { formatMoney } from "@shop/shared/money";
import { Price } from "./price.tsx";
import classes from "./product-price.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Both other prices are there if the price is reduced. */
type ComparedPrice = { price: number; regularPrice?: number; lowestPrice?: number };

type ShownPrices = ComparedPrice & {
  /** What it costs by discounts that everybody gets. */
  discount?: ComparedPrice & { name: string };
  unitPrice?: { price: number; basis: string };
};

type ProductPriceProps = {
  prices: ShownPrices;
  className?: string;
  /** Whether the lowest price is named where it is the struck one too, and where a discount is taken off. */
  isFull?: boolean;
  /** Follows the amounts, such as "each". */
  unit?: string;
};

/** What a product costs; a reduced price with the regular one struck through and the lowest of the last 30 days. */
export function ProductPrice({ prices, className, isFull = false, unit }: ProductPriceProps) {
  const { discount, unitPrice } = prices;
  const { price, regularPrice, lowestPrice } = discount ?? prices;
  const amount = <Price amount={price} {...(className !== undefined && { className })} />;
  const suffix = unit === undefined ? "" : ` ${unit}`;
  const below = (unitPrice !== undefined || discount !== undefined) && (
    <>
      {unitPrice !== undefined && (
        <span className={classes.lowest}>
          {formatMoney(unitPrice.price)} per {unitPrice.basis}
        </span>
      )}
      {discount !== undefined && (
        <span className={classes.lowest}>{isFull ? `${discount.name}: taken off in your cart` : discount.name}</span>
      )}
    </>
  );
  if (regularPrice === undefined || lowestPrice === undefined) {
    const plain = (
      <>
        {amount}
        {suffix}
      </>
    );
    if (below === false) return plain;
    return (
      <span className={classes.prices}>
        {plain}
        {below}
      </span>
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
      {below}
    </span>
  );
}
