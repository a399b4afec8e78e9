import { formatMoney } from "@shop/shared/money";
import classes from "./price.module.css";

type PriceProps = { amount: number; className?: string; isDeduction?: boolean };

/** Amount in dollars with two decimals and tabular digits. A deduction has a minus sign. */
export function Price({ amount, className, isDeduction = false }: PriceProps) {
  return (
    <span className={className === undefined ? classes.price : `${classes.price} ${className}`}>
      {isDeduction && "−"}
      {formatMoney(amount)}
    </span>
  );
}
