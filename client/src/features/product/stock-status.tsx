import { lowStock } from "@shop/shared/shop";
import classes from "./stock-status.module.css";

/** Whether it can be bought, and how soon no more. */
export function StockStatus({ countInStock }: { countInStock: number }) {
  const isInStock = countInStock > 0;
  return (
    <p className={classes.status}>
      <span className={classes.state} data-in-stock={isInStock}>
        {isInStock ? "In Stock" : "Out Of Stock"}
      </span>
      {isInStock && countInStock <= lowStock && <span className={classes.low}>Only {countInStock} left</span>}
    </p>
  );
}
