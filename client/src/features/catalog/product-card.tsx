import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { chooseParam } from "@shop/shared/catalog/variant-choice";
import { type ReactNode, use } from "react";
import { productPath } from "../../lib/paths.ts";
import { CardExtrasContext } from "../../ui/card-extras.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { ProductPrice } from "../../ui/product-price.tsx";
import { Rating } from "../../ui/rating.tsx";
import { ReductionBadge } from "../../ui/reduction-badge.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./product-card.module.css";

// The image's width beside the filters, without the padding of page and card.
const sizesOfWide = [
  "(min-width: 94em) 243px",
  "(min-width: 75em) calc(25vw - 133px)",
  "(min-width: 62em) calc(33.3vw - 146px)",
  "(min-width: 48em) calc(50vw - 60px)",
];
const oneOnPhones = [...sizesOfWide, "calc(100vw - 50px)"].join(", ");
const twoOnPhones = [
  ...sizesOfWide,
  "(min-width: 36em) calc(50vw - 52px)",
  "(min-width: 22.5em) calc(50vw - 40px)",
  "calc(100vw - 50px)",
].join(", ");

type ProductCardProps = {
  product: ProductSummary;
  priority?: boolean;
  /** Whether this variant of its group was looked for. */
  isVariantMeant?: boolean;
  /** What can be done with it, below its price. */
  children?: ReactNode;
};

/** A product in the grid. The whole card is one link. */
export function ProductCard({ product, priority = false, isVariantMeant = false, children }: ProductCardProps) {
  const sizes = useShop().hasTwoOnPhones === true ? twoOnPhones : oneOnPhones;
  const { variants, variant, brand } = product;
  const isSoldOut = product.countInStock === 0;
  return (
    <article className={classes.card} data-sold-out={isSoldOut || undefined}>
      <div className={classes.plate}>
        <ProductImage
          image={product.image}
          alt=""
          sizes={sizes}
          priority={priority}
          of={product}
          className={classes.image ?? ""}
        />
        <ReductionBadge prices={product} className={classes.badge ?? ""} />
        {isSoldOut && <span className={`${classes.badge} ${classes.soldOut}`}>Sold Out</span>}
      </div>
      <div className={classes.body}>
        <div className={classes.title}>
          <h3 className={classes.name}>
            <PrefetchLink
              className={classes.link}
              to={isVariantMeant ? productPath(product._id) : entryPath(product)}
              title={product.name}
            >
              {product.name}
            </PrefetchLink>
          </h3>
          <div className={classes.below}>
            <p className={classes.brand}>
              {brand}
              {isVariantMeant && variant && ` · ${variant}`}
            </p>
            {variants && <Choices {...variants} />}
          </div>
        </div>
        <Rating value={product.rating} count={product.numReviews} />
        <p className={classes.price}>
          {variants?.isOnePrice !== false ? (
            <ProductPrice prices={product} />
          ) : (
            <>
              from <Price amount={variants.discountedFrom ?? variants.fromPrice} />
            </>
          )}
        </p>
        {children}
      </div>
      {/* After the link, which is the first stop of the keyboard in a card. */}
      {use(CardExtrasContext)(product)}
    </article>
  );
}

/** The page of a product; from an entry for several variants, with what is still to be chosen. */
function entryPath({ _id, variants }: ProductSummary): string {
  return productPath(_id) + ((variants?.count ?? 1) > 1 ? `?${chooseParam}` : "");
}

/** As many as stand beside a brand in the narrowest card. */
const swatchesMax = 4;

/** The colors to choose from; without several, of what there is a choice. */
function Choices({ swatches, choices }: NonNullable<ProductSummary["variants"]>) {
  if (swatches.length < 2) return choices && <p className={classes.swatches}>{choices}</p>;
  return (
    <p className={classes.swatches}>
      {swatches.slice(0, swatchesMax).map(({ label, swatch }) => (
        <Swatch key={label} swatch={swatch} isSmall />
      ))}
      {swatches.length > swatchesMax && <span aria-hidden="true">+{swatches.length - swatchesMax}</span>}
      <VisuallyHidden>{swatches.length} colors</VisuallyHidden>
    </p>
  );
}

/** Skeleton of a product card. */
export function ProductCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.plate}>
        <Skeleton ratio={1} className={classes.image ?? ""} />
      </div>
      <div className={classes.body}>
        <div className={classes.title}>
          <div className={classes.name}>
            <SkeletonText rows={["92%", "60%"]} />
          </div>
          <div className={classes.brand}>
            <SkeletonText rows={["35%"]} />
          </div>
        </div>
        <Skeleton width="70%" height="1.25rem" />
        <div className={classes.price}>
          <SkeletonText rows={["40%"]} />
        </div>
      </div>
    </div>
  );
}
