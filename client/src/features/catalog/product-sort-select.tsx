import { type ProductQuery, type ProductSort, productSorts } from "@shop/shared/catalog/product-address";
import { SortSelect } from "../../ui/sort-select.tsx";

const names: Record<ProductSort, string> = {
  relevance: "Best match",
  newest: "Newest",
  "price-up": "Price: low to high",
  "price-down": "Price: high to low",
  rating: "Best rated",
  bestselling: "Bestselling",
};

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
      options={offered.map((value) => ({ value, name: names[value] }))}
      value={sort === "relevance" && keyword === "" ? "newest" : sort}
      onSort={onSort}
    />
  );
}
