import { formatMoney } from "@shop/shared/money";
import classes from "./price.module.css";

type PriceProps = { amount: number; className?: string; isDeduction?: boolean };

/** An amount in dollars with two decimals, in digits of equal width; a deduction has a minus before it. */
export function Price({ amount, className, isDeduction = false }: PriceProps) {
  return (
    <span className={className === undefined ? classes.price : `${classes.price} ${className}`}>
      {isDeduction && "−"}
      {formatMoney(amount)}
    </span>
  );
}
