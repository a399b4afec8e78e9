import { Button } from "@mantine/core";
import { anyProduct, countLabel, type ProductQuery, productQueryText } from "@shop/shared/catalog/product-address";
import { IconArrowRight, IconX } from "@tabler/icons-react";
import { productsPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./filters.module.css";
import { type Filters, filterKinds, useFilters } from "./use-filters.ts";

/** The active filters, each with a remove button, and the way to all products that they would find. */
export function FilterChips({ keyword }: { keyword: string }) {
  const { filters, setFilter, resetFilters, count } = useFilters();
  if (count === 0) return null;
  return (
    <>
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
      <SeeAll keyword={keyword} filters={filters} />
    </>
  );
}

/** Leads from the filter of one page to all products that it would find: "See all 9 by Tonvik". */
function SeeAll({ keyword, filters: { brand, category } }: { keyword: string; filters: Filters }) {
  const query: ProductQuery = {
    ...anyProduct,
    keyword,
    brand: brand === undefined ? [] : [brand],
    category: category === undefined ? [] : [category],
  };
  const { data } = trpc.catalog.find.useQuery(query, cachedBriefly);
  if (data?.total === 0) return null;
  const count = data === undefined ? [] : [countLabel({ count: data.total, hasMore: data.hasMore })];
  const by = brand === undefined ? [] : [`by ${brand}`];
  const within = category === undefined ? [] : [`in ${category}`];
  return (
    <div>
      <Button
        component={PrefetchLink}
        to={productsPath + productQueryText(query)}
        variant="default"
        rightSection={<IconArrowRight size={18} aria-hidden="true" />}
      >
        {["See all", ...count, ...by, ...within].join(" ")}
      </Button>
    </div>
  );
}
