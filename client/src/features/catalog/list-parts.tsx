import { FilterChips } from "./filter-chips.tsx";
import { SearchFacets } from "./search-facets.tsx";

type ListPartProps = {
  /** What is chosen on the page, or the filters for all that a keyword finds. */
  part: "chips" | "facets";
  keyword: string;
};

/** What the list of products loads on demand, in one file. */
export function ListPart({ part, keyword }: ListPartProps) {
  return part === "chips" ? <FilterChips keyword={keyword} /> : <SearchFacets keyword={keyword} />;
}
