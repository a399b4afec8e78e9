import { recommendedLimit } from "@shop/shared/shop";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { FilterChips } from "./filter-chips.tsx";
import { ProductRow } from "./product-row.tsx";
import { SearchFacets } from "./search-facets.tsx";

type ListPartProps = {
  /** What is chosen on the page, the filters for all that a keyword finds, or what is there when it finds nothing. */
  part: "chips" | "facets" | "featured";
  keyword: string;
};

/** What the list of products loads on demand, in one file. */
export function ListPart({ part, keyword }: ListPartProps) {
  if (part === "chips") return <FilterChips keyword={keyword} />;
  return part === "facets" ? <SearchFacets keyword={keyword} /> : <Featured />;
}

function Featured() {
  const featured = trpc.catalog.featured.useQuery(undefined, cachedBriefly);
  if (featured.isError && featured.data === undefined) return null;
  return <ProductRow title="Featured" products={featured.data?.slice(0, recommendedLimit)} count={recommendedLimit} />;
}
