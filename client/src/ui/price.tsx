import { formatMoney } from "@shop/shared/money";
import classes from "./price.module.css";

/** An amount in dollars with two decimals, in figures of equal width. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  return (
    <span className={className === undefined ? classes.price : `${classes.price} ${className}`}>
      {formatMoney(amount)}
    </span>
  );
}
