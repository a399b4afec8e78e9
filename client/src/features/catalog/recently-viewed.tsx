import { recommendedLimit } from "@shop/shared/shop";
import { useEffect, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { recentList } from "../../lib/recent-list.ts";
import { noteOpened } from "../../lib/search-trail.ts";
import { trpc } from "../../lib/trpc.ts";
import { ProductRow } from "./product-row.tsx";

// One more than is shown, because the product itself is not.
const viewed = recentList("recentlyViewed", recommendedLimit + 1);

type RecentlyViewedProps = {
  productId: string;
  /** The other products of its group, for which the same entry stands. */
  variantIds: readonly string[];
};

/** The products that this browser showed before this one, which it notes as well. */
export function RecentlyViewed({ productId, variantIds }: RecentlyViewedProps) {
  const [ids] = useState(() =>
    viewed
      .read()
      .filter((id) => id !== productId && !variantIds.includes(id))
      .slice(0, recommendedLimit),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: variants are those of the product
  useEffect(() => {
    viewed.remember(productId);
    noteOpened([productId, ...variantIds]);
  }, [productId]);
  const products = trpc.catalog.byIds.useQuery(
    { ids, asEntries: true },
    { ...cachedBriefly, enabled: ids.length > 0, retry: false },
  );
  if (products.isError) return null;
  return <ProductRow title="Recently viewed" products={products.data} count={ids.length} />;
}
