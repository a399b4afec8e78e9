import { Button } from "@mantine/core";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useLocation } from "react-router-dom";
import { SavedProducts } from "../../features/saved/saved-products.tsx";
import { homePath, productsPath } from "../../lib/paths.ts";
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
import { SaveHeart } from "../shell/save-heart.tsx";
import { useAddToCart } from "../use-add-to-cart.ts";
import classes from "./saved-page.module.css";

const { title, path } = pages.sharedList;

/** The list that a customer shares by a link, for whoever has the link. */
export function SharedListPage() {
  const { hash } = useLocation();
  // The server never sees what is behind the `#`.
  const isHydrated = useIsHydrated();
  const list = trpc.saved.shared.useQuery({ token: hash.slice(1) }, { ...cachedBriefly, enabled: isHydrated });
  if (hasStatus(list.error, 404)) return <NotShared />;
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(title, path)} />
      <PageHeading>{title}</PageHeading>
      {list.data !== undefined ? (
        <SharedProducts ids={list.data.productIds} />
      ) : list.isError ? (
        <ErrorAlert
          message={messageOf(list.error, "Failed to load list")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <Skeleton height="60vh" />
      )}
    </div>
  );
}

function SharedProducts({ ids }: { ids: readonly string[] }) {
  const onAdd = useAddToCart();
  if (ids.length === 0) {
    return (
      <EmptyState
        illustration="bag"
        text="This list is empty at the moment"
        action={
          <Button component={PrefetchLink} to={productsPath} variant="default">
            See all products
          </Button>
        }
      />
    );
  }
  return (
    <>
      <p className={classes.help}>Someone has shared these products with you.</p>
      <SavedProducts ids={ids} onAdd={onAdd} controls={(id, name) => <SaveHeart productId={id} name={name} />} />
    </>
  );
}

function NotShared() {
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta("List not found", homePath)} />
      <PageHeading>List not found</PageHeading>
      <EmptyState
        text="This list is no longer shared, or the link has a typo."
        action={
          <Button component={PrefetchLink} to={productsPath}>
            See all products
          </Button>
        }
      />
    </div>
  );
}
