import { maxQty } from "@shop/shared/cart";
import type { ProductSummary } from "@shop/shared/catalog";
import { formatMoney, toWire } from "@shop/shared/money";
import { freeShippingOverCents, lowStock, shippingFeeCents, taxPercent } from "@shop/shared/shop";
import { IconTruckDelivery } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { ArrivalOfToday } from "../../ui/arrival.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Price } from "../../ui/price.tsx";
import { QuantitySelect } from "../../ui/quantity-select.tsx";
import { Rating } from "../../ui/rating.tsx";
import { AddToCart } from "./add-to-cart.tsx";
import { BuyBar } from "./buy-bar.tsx";
import classes from "./product-detail.module.css";
import { ProductMedia } from "./product-media.tsx";

/** Id of the reviews heading, the target of the rating link. */
export const reviewsId = "reviews";

type ProductDetailProps = {
  product: ProductSummary;
  onAdd: (qty: number) => void;
  /** The reviews. Their heading must have the id `reviewsId`. */
  children?: ReactNode;
};

/** Product details with image, price, stock and the Add To Cart button. */
export function ProductDetail({ product, onAdd, children }: ProductDetailProps) {
  const { name, brand, description, price, countInStock } = product;
  const [chosen, setChosen] = useState(1);
  const buyRow = useRef<HTMLDivElement>(null);
  const isInStock = countInStock > 0;
  // The stock may have decreased since the quantity was chosen.
  const qty = Math.min(chosen, maxQty(countInStock));
  const add = () => onAdd(qty);
  return (
    <article className={classes.product}>
      <div className={classes.columns}>
        <ProductMedia name={name} image={product.image} />
        <div className={classes.facts}>
          <div className={classes.title}>
            <p className={classes.brand}>{brand}</p>
            <PageHeading>{name}</PageHeading>
            <a className={classes.rating} href={`#${reviewsId}`} onClick={showReviews}>
              <Rating value={product.rating} count={product.numReviews} />
            </a>
          </div>
          <div className={classes.offer}>
            <Price amount={price} className={classes.price ?? ""} />
            <StockStatus countInStock={countInStock} />
          </div>
          <div ref={buyRow} className={classes.buy} data-next-action>
            {isInStock && <QuantitySelect value={qty} max={maxQty(countInStock)} onChange={setChosen} />}
            <AddToCart isInStock={isInStock} onAdd={add} className={classes.add ?? ""} />
          </div>
          <DeliveryNote isInStock={isInStock} />
          {description.trim() !== "" && <p className={classes.description}>{description}</p>}
        </div>
      </div>
      {children}
      <BuyBar buttonRef={buyRow} name={name} price={price} isInStock={isInStock} onAdd={add} />
    </article>
  );
}

/** Scrolls to the reviews without a history entry, so that Back still leads to the list. */
function showReviews(event: MouseEvent): void {
  const heading = document.getElementById(reviewsId);
  if (heading === null) return;
  event.preventDefault();
  heading.scrollIntoView({ block: "start" });
  heading.focus({ preventScroll: true });
}

function DeliveryNote({ isInStock }: { isInStock: boolean }) {
  return (
    <div className={classes.delivery}>
      <IconTruckDelivery className={classes.deliveryIcon} size={20} aria-hidden="true" />
      <div>
        {isInStock && <ArrivalOfToday className={classes.arrival} />}
        <p>
          <strong>Free shipping over ${freeShippingOverCents / 100}</strong>, otherwise{" "}
          {formatMoney(toWire(shippingFeeCents))}. {taxPercent}% tax is added in the cart.
        </p>
      </div>
    </div>
  );
}

function StockStatus({ countInStock }: { countInStock: number }) {
  const isInStock = countInStock > 0;
  return (
    <p className={classes.stock}>
      <span className={classes.stockState} data-in-stock={isInStock}>
        {isInStock ? "In Stock" : "Out Of Stock"}
      </span>
      {isInStock && countInStock <= lowStock && <span className={classes.lowStock}>Only {countInStock} left</span>}
    </p>
  );
}
