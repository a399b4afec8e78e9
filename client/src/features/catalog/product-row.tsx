import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { type ReactNode, useId } from "react";
import classes from "./product-grid.module.css";
import { ProductGrid, ProductGridSkeleton } from "./product-grid.tsx";

type ProductRowProps = {
  title: string;
  /** `undefined` while they load. */
  products: ProductSummary[] | undefined;
  /** How many are expected. */
  count: number;
  /** What stands beside the title. */
  aside?: ReactNode;
};

/** A titled row of products. Nothing where there are none. */
export function ProductRow({ title, products, count, aside }: ProductRowProps) {
  const id = useId();
  if (count === 0 || products?.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside}
      </div>
      {products === undefined ? <ProductGridSkeleton count={count} isRow /> : <ProductGrid products={products} isRow />}
    </section>
  );
}
