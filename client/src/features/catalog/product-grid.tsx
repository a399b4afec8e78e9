import type { ProductSummary } from "@shop/shared/catalog";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import classes from "./product-grid.module.css";

/** Products side by side: four on the widest screens, one on phones. */
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

/** The grid's place while products are loading. */
export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stand-ins are all alike
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  );
}
