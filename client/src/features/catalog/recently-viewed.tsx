import { recommendedLimit } from "@shop/shared/shop";
import { useEffect, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { recentList } from "../../lib/recent-list.ts";
import { trpc } from "../../lib/trpc.ts";
import { ProductRow } from "./product-row.tsx";

// One more than is shown, because the product itself is not.
const viewed = recentList("recentlyViewed", recommendedLimit + 1);

/** The products that this browser showed before this one, which it notes as well. */
export function RecentlyViewed({ productId }: { productId: string }) {
  const [ids] = useState(() =>
    viewed
      .read()
      .filter((id) => id !== productId)
      .slice(0, recommendedLimit),
  );
  useEffect(() => viewed.remember(productId), [productId]);
  const products = trpc.catalog.byIds.useQuery(
    { ids, asEntries: true },
    { ...cachedBriefly, enabled: ids.length > 0, retry: false },
  );
  if (products.isError) return null;
  return <ProductRow title="Recently viewed" products={products.data} count={ids.length} />;
}
