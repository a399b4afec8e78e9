import { Button } from "@mantine/core";
import type { Product } from "@shop/shared/catalog/catalog";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { comparePath } from "../../features/compare/compare-path.ts";
import { idsIn, setCompared, useCompared } from "../../features/compare/compare-store.ts";
import { Comparison } from "../../features/compare/comparison.tsx";
import { productsPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { useIsHydrated } from "../../lib/use-is-hydrated.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAddToCart } from "../use-add-to-cart.ts";

/** Up to four products side by side: those of the address, or else those that were chosen in this browser. */
export function ComparePage() {
  const { title, path } = pages.compare;
  const given = new URLSearchParams(useLocation().search).get("ids");
  const chosen = useCompared();
  const isHydrated = useIsHydrated();
  const ids = given === null ? chosen : idsIn(given);
  // A shared address becomes the choice of this browser.
  useEffect(() => {
    if (given !== null) setCompared(idsIn(given));
  }, [given]);
  return (
    <>
      <PageMeta meta={plainMeta(title, path)} />
      <PageHeading>{title}</PageHeading>
      {ids.length > 0 ? (
        <Products ids={ids} />
      ) : isHydrated ? (
        <EmptyState
          text="Nothing to compare yet."
          help="Tick “Compare” at up to four products to see them side by side."
          action={
            <Button component={PrefetchLink} to={productsPath}>
              See all products
            </Button>
          }
        />
      ) : (
        <Skeleton height="60vh" />
      )}
    </>
  );
}

/** A product, if there is an id. */
function useProduct(id: string | undefined) {
  return trpc.catalog.product.useQuery({ id: id ?? "" }, { ...cachedBriefly, enabled: id !== undefined });
}

function Products({ ids }: { ids: string[] }) {
  const navigate = useNavigate();
  const onAdd = useAddToCart();
  // As many as can be compared, because hooks cannot be called in a loop.
  const all = [useProduct(ids[0]), useProduct(ids[1]), useProduct(ids[2]), useProduct(ids[3])];
  const queries = all.slice(0, ids.length);
  const failed = queries.find(({ error, data }) => error !== null && data === undefined && !hasStatus(error, 404));
  const products = queries.flatMap(({ data }): Product[] => (data == null ? [] : [data]));

  function remove(removed: string): void {
    const rest = ids.filter((id) => id !== removed);
    setCompared(rest);
    void navigate(comparePath(rest), { replace: true, preventScrollReset: true });
  }
  if (failed !== undefined) {
    return (
      <ErrorAlert
        message={messageOf(failed.error, "Failed to load product")}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  if (queries.some(({ isPending }) => isPending)) return <Skeleton height="60vh" />;
  if (products.length === 0) return <EmptyState text="These products are no longer sold." />;
  return <Comparison products={products} onAdd={onAdd} onRemove={remove} />;
}
