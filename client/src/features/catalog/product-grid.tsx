import type { ProductSummary } from "@shop/shared/catalog/catalog";
import type { ReactNode } from "react";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import classes from "./product-grid.module.css";

type ProductGridProps = {
  products: ProductSummary[];
  priority?: boolean;
  /** Whether up to four products stand in one row on wide screens. */
  isRow?: boolean;
  /** Whether a choice of sizes or the like has found the variants that are shown. */
  isVariantMeant?: boolean;
  /** What can be done with a product, below its price. */
  actionOf?: (product: ProductSummary) => ReactNode;
};

/** Grid of products: four columns on wide screens, and one or two on phones, as the owner chooses. */
export function ProductGrid({
  products,
  priority = false,
  isRow = false,
  isVariantMeant = false,
  actionOf,
}: ProductGridProps) {
  return (
    <ul className={classes.grid} data-row={isRow || undefined} data-actions={actionOf !== undefined || undefined}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard product={product} priority={priority && index === 0} isVariantMeant={isVariantMeant}>
            {actionOf?.(product)}
          </ProductCard>
        </li>
      ))}
    </ul>
  );
}

/** Skeleton of a product grid. */
export function ProductGridSkeleton({ count, isRow = false }: { count: number; isRow?: boolean }) {
  return (
    <div className={classes.grid} data-row={isRow || undefined} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  );
}
