import { type ProductQuery, type ProductSort, productSorts } from "@shop/shared/catalog/product-address";
import { SortSelect } from "../../ui/sort-select.tsx";
import { sortNames } from "./listing.ts";

type ProductSortSelectProps = {
  query: ProductQuery;
  /** Id of the form that submits it where there are no scripts. */
  form: string;
  onSort: (sort: ProductSort) => void;
};

/** The sort order. Without a keyword there is no best match, and the newest come first. */
export function ProductSortSelect({ query: { keyword, sort }, form, onSort }: ProductSortSelectProps) {
  const offered = productSorts.filter((each) => each !== (keyword === "" ? "relevance" : undefined));
  return (
    <SortSelect
      name="sort"
      form={form}
      options={offered.map((value) => ({ value, name: sortNames[value] ?? value }))}
      value={sort === "relevance" && keyword === "" ? "newest" : sort}
      onSort={onSort}
    />
  );
}
