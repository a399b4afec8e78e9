import { Button } from "@mantine/core";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { SearchFacets } from "./search-facets.tsx";
import { useFilters } from "./use-filters.ts";

type ListPartProps = {
  /** What is chosen on the page, that nothing of it matches, or the filters for all that a keyword finds. */
  part: "chips" | "nothing" | "facets";
  keyword: string;
  /** For the filters for all: the query of the address of their list. */
  search?: string;
};

/** What the list of products loads on demand, in one file. */
export function ListPart({ part, keyword, search = "" }: ListPartProps) {
  if (part === "chips") return <FilterChips keyword={keyword} />;
  return part === "nothing" ? <NothingOnPage /> : <SearchFacets search={search} />;
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
