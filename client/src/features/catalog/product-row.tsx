import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { useId } from "react";
import classes from "./product-grid.module.css";
import { ProductGrid, ProductGridSkeleton } from "./product-grid.tsx";

type ProductRowProps = {
  title: string;
  /** `undefined` while they load. */
  products: ProductSummary[] | undefined;
  /** How many are expected. */
  count: number;
};

/** A titled row of products. Nothing where there are none. */
export function ProductRow({ title, products, count }: ProductRowProps) {
  const id = useId();
  if (count === 0 || products?.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {products === undefined ? <ProductGridSkeleton count={count} isRow /> : <ProductGrid products={products} isRow />}
    </section>
  );
}
