import type { ProductSummary } from "@shop/shared/catalog";
import { IconChevronDown, IconFilter, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./filters.module.css";
import { type FilterKind, filterKinds, useFilters } from "./use-filters.ts";

/** Brand and category filters: a side panel on wide screens, collapsible on small ones. */
export function FilterPanel({ products }: { products: ProductSummary[] }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { count } = useFilters();
  return (
    <section className={classes.panel} aria-label="Filters">
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
        <BrandFilter products={products} />
        <CategoryFilter products={products} />
      </div>
    </section>
  );
}

function BrandFilter({ products }: { products: ProductSummary[] }) {
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  return (
    <FilterList
      kind="brand"
      names={brands.data?.map(({ name }) => name)}
      failure={brands.isError ? messageOf(brands.error, "Failed to load brands") : undefined}
      isFetching={brands.isFetching}
      onRetry={() => brands.refetch()}
      products={products}
    />
  );
}

function CategoryFilter({ products }: { products: ProductSummary[] }) {
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  return (
    <FilterList
      kind="category"
      names={categories.data?.map(({ name }) => name)}
      failure={categories.isError ? messageOf(categories.error, "Failed to load categories") : undefined}
      isFetching={categories.isFetching}
      onRetry={() => categories.refetch()}
      products={products}
    />
  );
}

type FilterListProps = {
  kind: FilterKind;
  names: string[] | undefined;
  failure: string | undefined;
  isFetching: boolean;
  onRetry: () => void;
  products: ProductSummary[];
};

function FilterList({ kind, names, failure, isFetching, onRetry, products }: FilterListProps) {
  const { filters, setFilter, resetFilters, count } = useFilters();
  const title = filterKinds.find((entry) => entry.kind === kind)?.lists;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.groupTitle}>{title}</legend>
      {names === undefined ? (
        failure === undefined ? (
          <div className={classes.waiting}>
            <SkeletonText rows={["70%", "55%", "80%", "60%", "45%"]} />
          </div>
        ) : (
          <ErrorAlert message={failure} onRetry={onRetry} isRetrying={isFetching} />
        )
      ) : (
        <ul className={classes.items}>
          <li>
            <button type="button" className={classes.item} onClick={resetFilters} data-idle={count === 0 || undefined}>
              Reset Filters
            </button>
          </li>
          {names.map((name) => (
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
      <span className={classes.found}>
        <VisuallyHidden>, </VisuallyHidden>
        {matchCount}
        <VisuallyHidden> on this page</VisuallyHidden>
      </span>
    </button>
  );
}

/** The active filters, each with a remove button. */
export function FilterChips() {
  const { filters, setFilter, resetFilters, count } = useFilters();
  if (count === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {filterKinds.map(({ kind, title }) => {
        const name = filters[kind];
        return (
          name !== undefined && (
            <li key={kind}>
              <button
                type="button"
                className={classes.chip}
                aria-label={`Remove filter ${title}: ${name}`}
                onClick={() => setFilter(kind, undefined)}
              >
                <span className={classes.chipKind}>{title}</span>
                {name}
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
          )
        );
      })}
      {count > 1 && (
        <li>
          <button type="button" className={classes.clear} onClick={resetFilters}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}
