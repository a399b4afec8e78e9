import { Button } from "@mantine/core";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { countLabel, type ProductQuery } from "@shop/shared/catalog/product-address";
import type { FoundProducts } from "@shop/shared/catalog/product-query";
import { defaultPageSize } from "@shop/shared/shop";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { toStay } from "../../ui/navigation-focus.ts";
import { Pagination } from "../../ui/pagination.tsx";
import { ShopLink } from "../../ui/prefetch-link.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import hidden from "../../ui/visually-hidden.module.css";
import { FacetChips } from "./facet-chips.tsx";
import { FacetPanel } from "./facet-panel.tsx";
import { foundByText } from "./found-by-text.ts";
import { chosenIn, type Listing, withoutChoice } from "./listing.ts";
import { ProductGrid, ProductGridSkeleton } from "./product-grid.tsx";
import { partialText } from "./product-list.tsx";
import classes from "./product-listing.module.css";
import { ProductSortSelect } from "./product-sort-select.tsx";
import { productsId } from "./products-id.ts";

/** Loaded when somebody on a small screen opens the filters. */
const FacetDrawer = lazyPart("facet-drawer", () => import("./facet-drawer.tsx").then((part) => part.FacetDrawer), {
  failed: () => null,
});

const headingId = "list-heading";
const formId = "filters";

type ProductListingProps = Listing & {
  /** The page's heading, by its id. */
  heading: (id: string) => ReactNode;
  /** What can be done with a product, below its price. */
  actionOf?: (product: ProductSummary) => ReactNode;
  /** Below the list. */
  foot?: ReactNode;
};

/** Found products with filters for all of them, sort orders and pages. */
export function ProductListing({ heading, actionOf, foot, ...listing }: ProductListingProps) {
  const { query, toPath } = listing;
  const found = trpc.catalog.find.useQuery(query, { ...cachedBriefly, placeholderData: keepPreviousData });
  const { data, isPlaceholderData: isStale } = found;
  const navigate = useNavigate();
  // A changed choice begins at the first page.
  const change = (changes: Partial<ProductQuery>) =>
    void navigate(toPath({ ...query, pageNumber: 1, ...changes }), { state: toStay, preventScrollReset: true });
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <div className={classes.top}>
        {heading(headingId)}
        <p className={classes.found} role="status">
          {data !== undefined && !isStale && foundText(data)}
        </p>
        <div className={classes.tools}>
          <DrawerButton listing={listing} found={data} isStale={isStale} onChange={change} />
          <ProductSortSelect query={query} form={formId} onSort={(sort) => change({ sort })} />
        </div>
      </div>
      <div className={classes.columns}>
        <div className={classes.side}>
          {data !== undefined ? (
            <FacetPanel id={formId} listing={listing} facets={data.facets} onChange={change} />
          ) : (
            !found.isError && <SkeletonText rows={["60%", "80%", "70%", "75%", "50%", "80%", "65%"]} />
          )}
        </div>
        <Found listing={listing} found={data} isStale={isStale} actionOf={actionOf} foot={foot}>
          {found.isError ? (
            <ErrorAlert
              message={messageOf(found.error, "Failed to load products")}
              onRetry={() => found.refetch()}
              isRetrying={found.isFetching}
            />
          ) : (
            <ProductGridSkeleton count={defaultPageSize} />
          )}
        </Found>
      </div>
    </section>
  );
}

type FoundProps = {
  listing: Listing;
  found: FoundProducts | undefined;
  /** Whether the products are those of the choice before. */
  isStale: boolean;
};

type FoundListProps = FoundProps & {
  actionOf: ProductListingProps["actionOf"];
  foot: ReactNode;
  children: ReactNode;
};

/** The chosen values, the products and the pages; `children` where there are no products yet. */
function Found({ listing, found, isStale, actionOf, foot, children }: FoundListProps) {
  const { query, toPath } = listing;
  const ref = useRef<HTMLElement>(null);
  return (
    <section
      ref={ref}
      id={productsId}
      className={classes.list}
      aria-label="Products"
      tabIndex={-1}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <h2 className={hidden.hidden}>Products</h2>
      <FacetChips listing={listing} onRemove={() => ref.current?.focus({ preventScroll: true })} />
      {found === undefined ? (
        children
      ) : found.products.length === 0 ? (
        <NothingFound listing={listing} found={found} />
      ) : (
        <ProductGrid
          products={found.products}
          priority
          isVariantMeant={query.attribute.length > 0}
          {...(actionOf === undefined ? {} : { actionOf })}
        />
      )}
      <Pagination
        label="Pages of products"
        page={query.pageNumber}
        pages={found?.pages ?? 0}
        toPage={(pageNumber) => toPath({ ...query, pageNumber })}
      />
      {foot}
    </section>
  );
}

type DrawerButtonProps = FoundProps & { onChange: (changes: Partial<ProductQuery>) => void };

/** Opens the filters on small screens. */
function DrawerButton({ listing, found, isStale, onChange }: DrawerButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenIn(listing).length;
  return (
    <>
      <Button
        variant="default"
        className={classes.open ?? ""}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {chosen === 0 ? "Filter" : `Filter (${chosen})`}
      </Button>
      {isOpen && found !== undefined && (
        <FacetDrawer
          listing={listing}
          facets={found.facets}
          shown={isStale ? "Show products" : `Show ${unitsOf(found)}`}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** `120 products`. */
function unitsOf({ total, hasMore }: FoundProducts): string {
  return `${countLabel({ count: total, hasMore })} ${total === 1 ? "product" : "products"}`;
}

/** `1–12 of 120 products`, and whose products are shown if none has all words. */
function foundText(found: FoundProducts): string {
  const { products, page, pages } = found;
  if (products.length === 0) return "";
  // Every page but the last is full.
  const end = page === pages ? found.total : page * products.length;
  const range = pages === 1 ? unitsOf(found) : `${end - products.length + 1}–${end} of ${unitsOf(found)}`;
  return [partialText(found), foundByText(found), range].filter((text) => text !== undefined).join(" ");
}

function NothingFound({ listing, found }: { listing: Listing; found: FoundProducts }) {
  const { query, toPath } = listing;
  const { keyword, sort } = query;
  const isBeyond = found.pages > 0;
  const hasChoice = chosenIn(listing).length > 0;
  const help = isBeyond
    ? `There ${found.pages === 1 ? "is only one page" : `are only ${found.pages} pages`}.`
    : hasChoice
      ? "Nothing matches all your filters. Remove one of them to see more."
      : "Check the spelling, or try a shorter or more general word.";
  const target = isBeyond
    ? { text: "To the first page", path: toPath({ ...query, pageNumber: 1 }) }
    : hasChoice
      ? { text: "Remove all filters", path: toPath(withoutChoice(listing)) }
      : { text: "See all products", path: toPath({ ...withoutChoice(listing), keyword: "", sort }) };
  return (
    <EmptyState
      text={keyword === "" || isBeyond ? "No products found." : `No products found for “${keyword}”.`}
      help={help}
      action={
        <Button component={ShopLink} to={target.path} variant="default">
          {target.text}
        </Button>
      }
    />
  );
}
