import { Button } from "@mantine/core";
import { plainMeta } from "@shop/shared/page/page-data";
import { ProductGrid, ProductGridSkeleton } from "../../features/catalog/product-grid.tsx";
import { SearchBox } from "../../features/catalog/search-box.tsx";
import { homePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./product-not-found.module.css";

const featuredLimit = 4;

/** Screen for an unknown product, with search and featured products. */
export function ProductNotFound() {
  const featured = trpc.catalog.featured.useQuery(undefined, cachedBriefly);
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta("Product not found", homePath)} />
      <div className={classes.alert}>
        <PageHeading>Product not found</PageHeading>
        <p className={classes.help}>It may no longer be available, or the link may have a typo.</p>
        <SearchBox landmark="Search the shop" />
        <Button component={PrefetchLink} to={homePath} variant="default">
          Go Back
        </Button>
      </div>
      {featured.data?.length !== 0 && !featured.isError && (
        <section className={classes.featured} aria-labelledby="featured">
          <h2 id="featured" className={classes.title}>
            Featured products
          </h2>
          {featured.data === undefined ? (
            <ProductGridSkeleton count={featuredLimit} />
          ) : (
            <ProductGrid products={featured.data.slice(0, featuredLimit)} />
          )}
        </section>
      )}
    </div>
  );
}
