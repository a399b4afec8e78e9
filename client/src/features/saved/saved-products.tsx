import { Button } from "@mantine/core";
import type { WhenSaved } from "@shop/shared/account/saved";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { formatMoney } from "@shop/shared/money";
import { savedPageSize } from "@shop/shared/shop";
import { Fragment, type ReactNode, useState } from "react";
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
  /** What the products were like when they were saved, as far as it is known. */
  whenSaved?: readonly WhenSaved[];
  /** Puts a product into the cart. */
  onAdd: (product: ProductSummary) => void;
  /** What else can be done with a product. */
  controls: (id: string, name: string) => ReactNode;
  /** Shown before the product at this place, or at the end. */
  inserted?: { place: number; content: ReactNode } | undefined;
};

/** Products as cards with price and stock, each to be put into the cart. */
export function SavedProducts({ ids, whenSaved = [], onAdd, controls, inserted }: SavedProductsProps) {
  const [limit, setLimit] = useState(savedPageSize);
  const shown = ids.slice(0, limit);
  const { known, error, retry, isRetrying } = useProductsById(shown);
  return (
    <>
      <ul className={classes.list}>
        {shown.map((id, place) => (
          <Fragment key={id}>
            {inserted?.place === place && <li className={classes.item}>{inserted.content}</li>}
            <li className={classes.item}>
              <SavedCard
                product={known.get(id)}
                before={whenSaved.find(({ productId }) => productId === id)}
                onAdd={onAdd}
                controls={(name) => controls(id, name)}
              />
            </li>
          </Fragment>
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

type SavedCardProps = Pick<SavedProductsProps, "onAdd"> & {
  /** `null` for one that is no longer in the shop, `undefined` while it loads. */
  product: ProductSummary | null | undefined;
  /** What it was like when it was saved. */
  before: WhenSaved | undefined;
  controls: (name: string) => ReactNode;
};

function SavedCard({ product, before, onAdd, controls }: SavedCardProps) {
  if (product === undefined) return <Skeleton height="320px" />;
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
  const improvements = improvementsOf(product, before);
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        <ShopLink to={path} tabIndex={-1} aria-hidden="true">
          <ProductImage image={image} alt="" sizes={imageSizes} of={product} className={classes.plate ?? ""} />
        </ShopLink>
        <div className={classes.controls}>{controls(name)}</div>
      </div>
      <div className={classes.what}>
        <PrefetchLink to={path} className={classes.name}>
          {name}
        </PrefetchLink>
        <p className={classes.brand}>{brand}</p>
      </div>
      <div className={classes.offer}>
        <ProductPrice prices={product} className={classes.price ?? ""} />
        {improvements !== undefined && <p className={classes.better}>{improvements}</p>}
        <p className={classes.stock} data-in-stock={countInStock > 0}>
          {countInStock > 0 ? "In Stock" : "Out Of Stock"}
        </p>
      </div>
      <Button
        variant="default"
        className={classes.add ?? ""}
        disabled={countInStock === 0}
        aria-label={`Add To Cart: ${name}`}
        onClick={() => onAdd(product)}
      >
        Add To Cart
      </Button>
    </article>
  );
}

const imageSizes = "(min-width: 75em) 260px, (min-width: 48em) 30vw, (min-width: 22.5em) 45vw, 90vw";

/** What has become better since a product was saved, in words. */
function improvementsOf(
  { price, discount, countInStock }: ProductSummary,
  before: WhenSaved | undefined,
): string | undefined {
  if (before === undefined || countInStock === 0) return undefined;
  const fallen = before.price - (discount?.price ?? price);
  const improvements = [
    ...(before.isInStock ? [] : ["Back in stock"]),
    ...(fallen > 0 ? [`Price fell by ${formatMoney(fallen)}`] : []),
  ];
  return improvements.length === 0 ? undefined : improvements.join(" · ");
}
