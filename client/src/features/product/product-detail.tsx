import { maxQty } from "@shop/shared/cart/cart-changes";
import type { Product } from "@shop/shared/catalog/catalog";
import type { BlockNode } from "@shop/shared/page/info-page";
import { pathOf } from "@shop/shared/page/pages";
import { ratingLabel, reviewCount } from "@shop/shared/review/rating";
import { lowStock } from "@shop/shared/shop";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { InfoText } from "../../ui/info-text.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductPrice } from "../../ui/product-price.tsx";
import { QuantitySelect } from "../../ui/quantity-select.tsx";
import { Rating } from "../../ui/rating.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { AddToCart } from "./add-to-cart.tsx";
import { AttributeTable } from "./attribute-table.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { OfferNotes } from "./offer-notes.tsx";
import { OptionRows } from "./option-rows.tsx";
import classes from "./product-detail.module.css";
import { ProductMedia } from "./product-media.tsx";

/** Id of the reviews heading, the target of the rating link. */
export const reviewsId = "reviews";

type ProductDetailProps = {
  product: Omit<Product, "reviews"> & { descriptionBody?: BlockNode[] };
  /** The places of the options that the customer has not chosen yet. */
  open?: readonly number[];
  onAdd: (qty: number) => void;
  /** Shown below the button while the product is sold out. */
  soldOut?: ReactNode;
  /** A way to buy a quantity without the cart. */
  renderExpress?: (qty: number) => ReactNode;
  /** What else can be done with it, as small buttons beside the rating. */
  actions?: ReactNode;
  /** What stands below the rating. */
  below?: ReactNode;
  /** What follows, the reviews first. Their heading must have the id `reviewsId`. */
  children?: ReactNode;
};

/** Product details with image, price, stock and the Add To Cart button. */
export function ProductDetail({ product, open = [], onAdd, ...parts }: ProductDetailProps) {
  const { renderExpress, actions, below, soldOut, children } = parts;
  const { name, brand, brandSlug, description, price, countInStock, attributes = [] } = product;
  const [chosen, setChosen] = useState(1);
  const buyRow = useRef<HTMLDivElement>(null);
  const isInStock = countInStock > 0;
  // The stock may have decreased since the quantity was chosen.
  const qty = Math.min(chosen, maxQty(countInStock));
  const [asked, setAsked] = useState<{ place: number; times: number }>();
  const [toChoose] = open;
  const add = () => {
    if (toChoose === undefined) onAdd(qty);
    else setAsked({ place: toChoose, times: (asked?.times ?? 0) + 1 });
  };
  // Another variant may be in stock.
  const canAdd = isInStock || toChoose !== undefined;
  return (
    <article className={classes.product}>
      <div className={classes.columns}>
        <ProductMedia
          name={name}
          category={product.category}
          image={product.image}
          images={product.images}
          videos={product.videos}
        />
        <div className={classes.facts}>
          <div className={classes.title}>
            <p className={classes.brand}>
              {brandSlug === undefined ? (
                brand
              ) : (
                <PrefetchLink to={pathOf("brand", { slug: brandSlug })}>{brand}</PrefetchLink>
              )}
            </p>
            <PageHeading>{name}</PageHeading>
            <div className={classes.ratingRow}>
              <a className={classes.rating} href={`#${reviewsId}`} onClick={showReviews}>
                {product.numReviews === 0 ? <NoRating /> : <Rating value={product.rating} count={product.numReviews} />}
              </a>
              <span className={classes.actions}>{actions}</span>
            </div>
            {below}
          </div>
          <div className={classes.offer}>
            <ProductPrice prices={product} className={classes.price ?? ""} isFull />
            {toChoose === undefined && <StockStatus countInStock={countInStock} />}
          </div>
          {product.group !== undefined && (
            <OptionRows group={product.group} productId={product._id} open={open} asked={asked} />
          )}
          <div ref={buyRow} className={classes.buy} data-next-action>
            {isInStock && <QuantitySelect value={qty} max={maxQty(countInStock)} onChange={setChosen} />}
            <AddToCart isInStock={canAdd} onAdd={add} className={classes.add ?? ""} />
          </div>
          {isInStock && toChoose === undefined && renderExpress?.(qty)}
          {!canAdd && soldOut}
          {product.descriptionBody !== undefined ? (
            <div className={classes.richDescription}>
              <InfoText body={product.descriptionBody} />
            </div>
          ) : (
            description.trim() !== "" && <p className={classes.description}>{description}</p>
          )}
          <OfferNotes isInStock={isInStock} isGiftCard={product.isGiftCard === true} />
          {product.codes !== undefined && <Codes codes={product.codes} />}
        </div>
      </div>
      {attributes.length > 0 && <AttributeTable attributes={attributes} />}
      {children}
      {canAdd && <BuyBar buttonRef={buyRow} name={name} price={product.discount?.price ?? price} onAdd={add} />}
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

/** Stands for the stars while nobody has reviewed the product: five empty ones would look like a bad mark. */
function NoRating() {
  return (
    <>
      <span className={classes.new}>New</span>
      <VisuallyHidden>
        , <span role="img" aria-label={ratingLabel(0)} />,{" "}
      </VisuallyHidden>
      <span className={classes.noReviews}>{reviewCount(0)}</span>
    </>
  );
}

/** The product's numbers, for those who order by them. */
function Codes({ codes: { sku, gtin, mpn } }: { codes: NonNullable<Product["codes"]> }) {
  const named = [
    { name: "Item number", code: sku },
    { name: "GTIN", code: gtin },
    { name: "Manufacturer’s number", code: mpn },
  ];
  return (
    <p className={classes.codes}>
      {named
        .filter(({ code }) => code !== "")
        .map(({ name, code }) => `${name}: ${code}`)
        .join(" · ")}
    </p>
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
