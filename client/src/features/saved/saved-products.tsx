import { Button } from "@mantine/core";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { savedPageSize } from "@shop/shared/shop";
import { type ReactNode, useState } from "react";
import { productPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PrefetchLink, ShopLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { ProductPrice } from "../../ui/product-price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./saved-products.module.css";
import { useProductsById } from "./use-products-by-id.ts";

type SavedProductsProps = {
  ids: readonly string[];
  /** Puts a product into the cart. */
  onAdd: (product: ProductSummary) => void;
  /** What else can be done with a product. */
  controls: (id: string, name: string) => ReactNode;
  /** Shown before the product at this place, or at the end. */
  inserted?: { place: number; content: ReactNode } | undefined;
};

/** Products in rows with price and stock, each to be put into the cart. */
export function SavedProducts({ ids, onAdd, controls, inserted }: SavedProductsProps) {
  const [limit, setLimit] = useState(savedPageSize);
  const shown = ids.slice(0, limit);
  const { known, error, retry, isRetrying } = useProductsById(shown);
  return (
    <>
      <ul className={classes.list}>
        {shown.map((id, place) => (
          <li key={id} className={classes.item}>
            {inserted?.place === place && inserted.content}
            <SavedRow product={known.get(id)} onAdd={onAdd} controls={(name) => controls(id, name)} />
          </li>
        ))}
        {inserted !== undefined && inserted.place >= shown.length && (
          <li className={classes.item}>{inserted.content}</li>
        )}
      </ul>
      {error !== null && (
        <ErrorAlert message={messageOf(error, "Failed to load products")} onRetry={retry} isRetrying={isRetrying} />
      )}
      {ids.length > limit && (
        <Button variant="default" className={classes.more ?? ""} onClick={() => setLimit(limit + savedPageSize)}>
          Show more
        </Button>
      )}
    </>
  );
}

type SavedRowProps = Pick<SavedProductsProps, "onAdd"> & {
  /** `null` for one that is no longer in the shop, `undefined` while it loads. */
  product: ProductSummary | null | undefined;
  controls: (name: string) => ReactNode;
};

function SavedRow({ product, onAdd, controls }: SavedRowProps) {
  if (product === undefined) return <Skeleton height="112px" />;
  if (product === null) {
    return (
      <div className={classes.gone}>
        <p>This product is no longer available.</p>
        {controls("product that is no longer available")}
      </div>
    );
  }
  const { _id, name, brand, image, countInStock } = product;
  const path = productPath(_id);
  return (
    <div className={classes.row}>
      <ShopLink to={path} className={classes.image} tabIndex={-1} aria-hidden="true">
        <ProductImage image={image} alt="" sizes="(min-width: 48em) 112px, 88px" className={classes.plate ?? ""} />
      </ShopLink>
      <div className={classes.what}>
        <PrefetchLink to={path} className={classes.name}>
          {name}
        </PrefetchLink>
        <p className={classes.brand}>{brand}</p>
      </div>
      <div className={classes.offer}>
        <ProductPrice prices={product} className={classes.price ?? ""} />
        <p className={classes.stock} data-in-stock={countInStock > 0}>
          {countInStock > 0 ? "In Stock" : "Out Of Stock"}
        </p>
      </div>
      <div className={classes.controls}>
        <Button
          variant="default"
          className={classes.add ?? ""}
          disabled={countInStock === 0}
          aria-label={`Add To Cart: ${name}`}
          onClick={() => onAdd(product)}
        >
          Add To Cart
        </Button>
        {controls(name)}
      </div>
    </div>
  );
}
