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
  const isReduced = regularPrice !== undefined && lowestPrice !== undefined;
  return (
    <span className={classes.prices}>
      {isReduced && <VisuallyHidden>Reduced price </VisuallyHidden>}
      <Price amount={price} {...(className !== undefined && { className })} />
      {isReduced && (
        <>
          <VisuallyHidden> , regular price </VisuallyHidden>
          <s className={classes.former}>
            <Price amount={regularPrice} />
          </s>
        </>
      )}
      {unit !== undefined && ` ${unit}`}
      {isReduced && (isFull || lowestPrice !== regularPrice) && (
        <span className={classes.below}>Lowest price of the last 30 days: {formatMoney(lowestPrice)}</span>
      )}
      {unitPrice !== undefined && (
        <span className={classes.below}>
          {formatMoney(unitPrice.price)} per {unitPrice.basis}
        </span>
      )}
      {discount !== undefined && (
        <span className={classes.below}>{isFull ? `${discount.name}: taken off in your cart` : discount.name}</span>
      )}
    </span>
  );
}
