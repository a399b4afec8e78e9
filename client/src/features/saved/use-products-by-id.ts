import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import { savedPageSize } from "@shop/shared/shop";
import { useEffect, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";

/** Loads products by their ids, some at a time; `null` for one that is no longer in the shop, absent while it loads. */
export function useProductsById(ids: readonly string[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, ProductSummary | null>>(new Map());
  const wanted = ids.filter((id) => !known.has(id)).slice(0, savedPageSize);
  const query = trpc.catalog.byIds.useQuery({ ids: wanted }, { ...cachedBriefly, enabled: wanted.length > 0 });
  const { data } = query;
  const key = wanted.join();
  useEffect(() => {
    if (data === undefined || key === "") return;
    const found = new Map(
      data.map((product) => [product._id, { ...product, name: fullName(product.name, product.variant) }]),
    );
    setKnown((before) => new Map([...before, ...key.split(",").map((id) => [id, found.get(id) ?? null] as const)]));
  }, [data, key]);
  return { known, error: query.error, retry: () => void query.refetch(), isRetrying: query.isFetching };
}
