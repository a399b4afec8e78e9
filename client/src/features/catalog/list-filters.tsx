import { FilterChips } from "./filter-chips.tsx";
import { SearchFacets } from "./search-facets.tsx";

type ListFiltersProps = {
  keyword: string;
  /** Whether these are the filters for all that the keyword finds, rather than what is chosen on the page. */
  isWhole?: boolean;
};

/** What the list loads of its filters on demand, in one file. */
export function ListFilters({ keyword, isWhole = false }: ListFiltersProps) {
  return isWhole ? <SearchFacets keyword={keyword} /> : <FilterChips keyword={keyword} />;
}
