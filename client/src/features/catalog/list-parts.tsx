import { FilterChips } from "./filter-chips.tsx";
import { SearchFacets } from "./search-facets.tsx";

type ListPartProps = {
  /** What is chosen on the page, or the filters for all that a search finds. */
  part: "chips" | "facets";
  keyword: string;
  /** For the filters for all: the query of the address of their list. */
  search?: string;
};

/** What the list of products loads on demand, in one file. */
export function ListPart({ part, keyword, search = "" }: ListPartProps) {
  return part === "chips" ? <FilterChips keyword={keyword} /> : <SearchFacets search={search} />;
}
