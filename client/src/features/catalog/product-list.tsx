import { Button } from "@mantine/core";
import type { AskProducts } from "@shop/shared/catalog/ask-products";
import type { ProductPage } from "@shop/shared/catalog/catalog";
import { defaultPageSize } from "@shop/shared/shop";
import { useRef } from "react";
import { Navigate } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { hasAnswer } from "../../lib/page-data.ts";
import { listPath, productsPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { useNavigationFocus } from "../../ui/navigation-focus.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import hidden from "../../ui/visually-hidden.module.css";
import { FilterPanel } from "./filters.tsx";
import { ProductGrid, ProductGridSkeleton } from "./product-grid.tsx";
import classes from "./product-list.module.css";
import { productsId } from "./products-id.ts";
import { searchAnswer } from "./search-answer-screen.ts";
import { filterProducts, filterQuery, useFilters } from "./use-filters.ts";

/** Loaded with the first filter, and after the results of a search on wide screens. */
const ListPart = lazyPart("list-parts", () => import("./list-parts.tsx").then((parts) => parts.ListPart), {
  failed: () => null,
});

/** From so many pixels on, filters stand beside the list. */
const wideFrom = 992;

/** One page of products with filters and pagination. */
export function ProductList({ input }: { input: AskProducts }) {
  const list = trpc.catalog.list.useQuery(input, cachedBriefly);
  const { filters, count } = useFilters();
  const products = list.data?.products ?? [];
  const shown = filterProducts(products, filters);
  const partial = products.length > 0 ? partialText(list.data) : undefined;
  const redirect = list.data?.redirect;
  if (redirect !== undefined) return <Navigate to={redirect} replace />;
  const isSearch = input.keyword !== "";
  const all = list.data?.read?.query ?? keywordQuery(input.keyword);
  const isShopEmpty = !isSearch && list.data?.pages === 0;
  return (
    <section className={classes.section} aria-labelledby="list-heading">
      <div className={classes.top}>
        <ListHeading {...input} />
        <p className={classes.found} role="status" data-partial={partial !== undefined || undefined}>
          {partial !== undefined && <span className={classes.partial}>{partial} </span>}
          {list.data !== undefined && foundText(list.data, count > 0 ? shown.length : undefined)}
        </p>
        {products.length > 0 && <PrefetchLink to={productsPath + all}>Filter and sort all</PrefetchLink>}
      </div>
      <div className={classes.columns} data-single={isShopEmpty || undefined}>
        {!isShopEmpty && (
          <div className={classes.side}>
            <FilterPanel products={products} isFolded={isSearch} />
            {isSearch && products.length > 0 && globalThis.innerWidth >= wideFrom && (
              <ListPart part="facets" keyword={input.keyword} search={all} />
            )}
          </div>
        )}
        <section id={productsId} className={classes.list} aria-label="Products" tabIndex={-1}>
          {count > 0 && <ListPart part="chips" keyword={input.keyword} />}
          {hasAnswer(list.data) && <searchAnswer.Component />}
          {list.data !== undefined ? (
            shown.length === 0 ? (
              products.length > 0 && <NothingOnPage />
            ) : (
              <ProductGrid products={shown} priority={isSearch} />
            )
          ) : list.isError ? (
            <ErrorAlert
              message={messageOf(list.error, "Failed to load products")}
              onRetry={() => list.refetch()}
              isRetrying={list.isFetching}
            />
          ) : (
            <ProductGridSkeleton count={defaultPageSize} />
          )}
          <Pagination
            label="Pages of products"
            page={input.pageNumber}
            pages={list.data?.pages ?? 0}
            toPage={(page) => listPath(input.keyword, page) + filterQuery(filters, input.typed)}
          />
        </section>
      </div>
    </section>
  );
}

const keywordQuery = (keyword: string) => keyword && `?keyword=${encodeURIComponent(keyword)}`;

/** That no product has all words, and whose products are shown instead. */
export function partialText({ foundWords, missingWords }: Partial<ProductPage> = {}): string | undefined {
  if (foundWords === undefined) return undefined;
  const reason = missingWords ? `No products mean “${missingWords.join("”, “")}”.` : "No match for all words.";
  return `${reason} Showing products for ${foundWords.join(" ")}.`;
}

/** `1–12 of 120 products`, or how many of the page match the filters. */
function foundText({ products, page, pages, total }: ProductPage, matchCount: number | undefined): string {
  if (products.length === 0) return "";
  if (matchCount !== undefined) return `${matchCount} of ${products.length} on this page`;
  if (total === undefined) return "";
  const unit = total === 1 ? "product" : "products";
  if (products.length === total) return `${total} ${unit}`;
  // Every page but the last is full.
  const end = page === pages ? total : page * products.length;
  return `${end - products.length + 1}–${end} of ${total} ${unit}`;
}

function ListHeading({ keyword, pageNumber }: AskProducts) {
  const ref = useRef<HTMLHeadingElement>(null);
  useNavigationFocus(ref, "list");
  const page = pageNumber > 1 ? <span className={classes.page}>page {pageNumber}</span> : null;
  if (keyword === "") {
    return (
      <h2 id="list-heading" ref={ref} tabIndex={-1} className={classes.heading}>
        All products {page}
      </h2>
    );
  }
  return (
    <>
      <PageHeading id="list-heading" ref={ref}>
        Results for “{keyword}” {page}
      </PageHeading>
      <h2 className={hidden.hidden}>Products</h2>
    </>
  );
}

/** That nothing of the page matches its filters. */
function NothingOnPage() {
  const { resetFilters } = useFilters();
  return (
    <EmptyState
      text="No products found."
      help="Nothing on this page matches your filters. Filters only apply to the page you are on."
      action={
        <Button variant="default" onClick={resetFilters}>
          Reset Filters
        </Button>
      }
    />
  );
}
