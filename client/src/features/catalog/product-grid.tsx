import type { ProductSummary } from "@shop/shared/catalog";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import classes from "./product-grid.module.css";

/** Grid of products: four columns on the widest screens, one on phones. */
export function ProductGrid({ products, priority = false }: { products: ProductSummary[]; priority?: boolean }) {
  return (
    <ul className={classes.grid}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard product={product} priority={priority && index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** Skeleton of a product grid. */
export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  );
}
