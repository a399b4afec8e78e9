import { recommendedLimit } from "@shop/shared/shop";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { ProductRow } from "./product-row.tsx";

/** What is related to a product, and what is bought together with it. Nothing where it cannot be loaded. */
export function AlsoLike({ productId }: { productId: string }) {
  const recommended = trpc.catalog.recommended.useQuery({ id: productId }, cachedBriefly);
  if (recommended.isError && recommended.data === undefined) return null;
  return <ProductRow title="You may also like" products={recommended.data} count={recommendedLimit} />;
}
