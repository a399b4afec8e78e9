import { type ProductQuery, productQueryText, readProductQuery } from "@shop/shared/catalog/product-address";
import { useNavigate } from "react-router-dom";
import { productsPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { SkeletonText } from "../../ui/skeleton.tsx";
import classes from "./facet-panel.module.css";
import { FacetPanel } from "./facet-panel.tsx";
import { productsId } from "./products-id.ts";

const toPath = (query: ProductQuery) => productsPath + productQueryText(query);

/**
 * The filters for all that a search finds, with what was read of its words. A choice leads to the list of what meets it.
 * Nothing where they cannot be loaded. `search`: the query of that list's address.
 */
export function SearchFacets({ search }: { search: string }) {
  const query = readProductQuery(new URLSearchParams(search));
  const { data, isError } = trpc.catalog.find.useQuery(query, cachedBriefly);
  const navigate = useNavigate();
  if ((isError && data === undefined) || data?.products.length === 0) return null;
  return (
    <section className={classes.beside} aria-labelledby="search-facets">
      <a href={`#${productsId}`} className={classes.skip}>
        Skip the filters
      </a>
      <h2 id="search-facets" className={classes.besideTitle}>
        All results
      </h2>
      {data === undefined ? (
        <SkeletonText rows={["60%", "80%", "70%", "75%", "50%", "80%", "65%"]} />
      ) : (
        <FacetPanel
          key={search}
          id="filters"
          label="Filters for all results"
          listing={{ query, toPath }}
          facets={data.facets}
          onChange={(changes) => void navigate(toPath({ ...query, ...changes }), { preventScrollReset: true })}
        />
      )}
    </section>
  );
}
