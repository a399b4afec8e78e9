import { recommendedLimit } from "@shop/shared/shop";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { ProductRow } from "./product-row.tsx";

/** Featured products for an empty cart. Nothing where they cannot be loaded. */
export function FeaturedRow() {
  const featured = trpc.catalog.featured.useQuery(undefined, cachedBriefly);
  if (featured.isError && featured.data === undefined) return null;
  return (
    <ProductRow
      title="Featured products"
      products={featured.data?.slice(0, recommendedLimit)}
      count={recommendedLimit}
    />
  );
}
