import { Button } from "@mantine/core";
import { plainMeta } from "@shop/shared/page-data";
import { ProductGrid, ProductGridSkeleton } from "../../features/catalog/product-grid.tsx";
import { SearchBox } from "../../features/catalog/search-box.tsx";
import { homePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./product-not-found.module.css";

const shown = 4;

/** A product that is not, or no longer, sold here: the search, and what is worth seeing instead. */
export function ProductNotFound() {
  const featured = trpc.catalog.featured.useQuery(undefined, cachedBriefly);
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta("Product not found", homePath)} />
      <div className={classes.alert}>
        <PageHeading>Product not found</PageHeading>
        <p className={classes.help}>It may be sold no more, or the link may be mistyped.</p>
        <SearchBox />
        <Button component={PrefetchLink} to={homePath} variant="default">
          Go Back
        </Button>
      </div>
      {featured.data?.length !== 0 && !featured.isError && (
        <section className={classes.featured} aria-labelledby="featured">
          <h2 id="featured" className={classes.title}>
            Loved by others
          </h2>
          {featured.data === undefined ? (
            <ProductGridSkeleton count={shown} />
          ) : (
            <ProductGrid products={featured.data.slice(0, shown)} />
          )}
        </section>
      )}
    </div>
  );
}
