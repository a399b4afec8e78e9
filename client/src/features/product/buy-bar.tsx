import { type RefObject, useEffect, useState } from "react";
import { Price } from "../../ui/price.tsx";
import { AddToCart } from "./add-to-cart.tsx";
import classes from "./buy-bar.module.css";

type BuyBarProps = {
  /** The element with the main button. The bar shows while it is out of view. */
  buttonRef: RefObject<HTMLElement | null>;
  name: string;
  price: number;
  onAdd: () => void;
};

/** Sticky bar with price and button, shown while the main button is out of view. */
export function BuyBar({ buttonRef, name, price, onAdd }: BuyBarProps) {
  const isShown = useOutOfView(buttonRef);
  return (
    // Reserves its space while hidden, so that showing it causes no layout shift.
    <div className={classes.bar} data-next-action data-shown={isShown} inert={!isShown}>
      <span className={classes.name}>{name}</span>
      <Price amount={price} className={classes.price ?? ""} />
      <AddToCart isInStock onAdd={onAdd} />
    </div>
  );
}

function useOutOfView(ref: RefObject<HTMLElement | null>): boolean {
  const [isOutOfView, setOutOfView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(([entry]) => setOutOfView(entry !== undefined && !entry.isIntersecting));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isOutOfView;
}
