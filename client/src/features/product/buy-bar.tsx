import { type RefObject, useEffect, useState } from "react";
import { Price } from "../../ui/price.tsx";
import { AddToCart } from "./add-to-cart.tsx";
import classes from "./buy-bar.module.css";

type BuyBarProps = {
  /** The button that this bar stands in for while it is out of view. */
  standsFor: RefObject<HTMLElement | null>;
  name: string;
  price: number;
  isInStock: boolean;
  onAdd: () => void;
};

/** Price and button at the bottom edge, for as long as the page's own button has been scrolled away. */
export function BuyBar({ standsFor, name, price, isInStock, onAdd }: BuyBarProps) {
  const isShown = useScrolledPast(standsFor);
  return (
    // Its place is kept while it is hidden, so that showing it moves nothing.
    <div className={classes.bar} data-shown={isShown} inert={!isShown}>
      <span className={classes.name}>{name}</span>
      <Price amount={price} className={classes.price ?? ""} />
      <AddToCart isInStock={isInStock} onAdd={onAdd} />
    </div>
  );
}

function useScrolledPast(ref: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(([entry]) => setPast(entry !== undefined && !entry.isIntersecting));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isPast;
}
