import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { IconChevronDown, IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./filters.module.css";
import { type FilterKind, useFilters } from "./use-filters.ts";

type FilterPanelProps = {
  products: ProductSummary[];
  /** Whether it is collapsible on wide screens too. */
  isFolded: boolean;
};

/** Brand and category filters: a side panel on wide screens, collapsible on small ones. */
export function FilterPanel({ products, isFolded }: FilterPanelProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { count } = useFilters();
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  return (
    <section className={classes.panel} data-folded={isFolded || undefined} aria-label="Filters">
      <h2 className={classes.title}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconFilter size={20} aria-hidden="true" />
          {count === 0 ? "Filter Products" : `Filter Products (${count})`}
          <IconChevronDown className={classes.chevron} size={20} aria-hidden="true" />
        </button>
      </h2>
      <div id={id} className={classes.lists} data-open={isOpen || undefined}>
        <FilterList kind="brand" title="Brands" terms={brands} products={products} />
        <FilterList kind="category" title="Categories" terms={categories} products={products} />
      </div>
    </section>
  );
}

type FilterListProps = {
  kind: FilterKind;
  title: string;
  /** The query of all brands or categories. */
  terms: {
    data: { name: string }[] | undefined;
    error: Parameters<typeof messageOf>[0];
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  products: ProductSummary[];
};

function FilterList({ kind, title, terms, products }: FilterListProps) {
  const { filters, setFilter, resetFilters, count } = useFilters();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.groupTitle}>{title}</legend>
      {terms.data === undefined ? (
        !terms.isError ? (
          <div className={classes.waiting}>
            <SkeletonText rows={["70%", "55%", "80%", "60%", "45%"]} />
          </div>
        ) : (
          <ErrorAlert
            message={messageOf(terms.error, `Failed to load ${title.toLowerCase()}`)}
            onRetry={() => terms.refetch()}
            isRetrying={terms.isFetching}
          />
        )
      ) : (
        <ul className={classes.items}>
          <li>
            <button type="button" className={classes.item} onClick={resetFilters} data-idle={count === 0 || undefined}>
              Reset Filters
            </button>
          </li>
          {shownNames(
            terms.data.map(({ name }) => name),
            kind,
            products,
            filters[kind],
          ).map((name) => (
            <li key={name}>
              <FilterItem
                name={name}
                isActive={filters[kind] === name}
                matchCount={products.filter((product) => product[kind] === name).length}
                onToggle={() => setFilter(kind, filters[kind] === name ? undefined : name)}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** The names that products of the page have; all of them while there are no products. */
function shownNames(names: string[], kind: FilterKind, products: ProductSummary[], active: string | undefined) {
  const found = new Set(products.map((product) => product[kind]));
  return found.size === 0 ? names : names.filter((name) => found.has(name) || name === active);
}

type FilterItemProps = { name: string; isActive: boolean; matchCount: number; onToggle: () => void };

function FilterItem({ name, isActive, matchCount, onToggle }: FilterItemProps) {
  return (
    <button
      type="button"
      className={classes.item}
      aria-pressed={isActive}
      data-none={(matchCount === 0 && !isActive) || undefined}
      onClick={onToggle}
    >
      <span className={classes.itemName}>{name}</span>
      {/* A name that is listed has one product at least. */}
      {matchCount !== 1 && (
        <span className={classes.found}>
          {matchCount}
          <VisuallyHidden> on this page</VisuallyHidden>
        </span>
      )}
    </button>
  );
}
