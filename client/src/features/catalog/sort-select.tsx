import { type ProductQuery, type ProductSort, productSorts } from "@shop/shared/product-address";
import { useId } from "react";
import classes from "./product-listing.module.css";

const names: Record<ProductSort, string> = {
  relevance: "Best match",
  newest: "Newest",
  "price-up": "Price: low to high",
  "price-down": "Price: high to low",
  rating: "Best rated",
  bestselling: "Bestselling",
};

type SortSelectProps = {
  query: ProductQuery;
  /** Id of the form that submits it where there are no scripts. */
  form: string;
  onSort: (sort: ProductSort) => void;
};

/** The sort order. Without a keyword there is no best match, and the newest come first. */
export function SortSelect({ query: { keyword, sort }, form, onSort }: SortSelectProps) {
  const id = useId();
  const offered = productSorts.filter((each) => each !== (keyword === "" ? "relevance" : undefined));
  return (
    <div className={classes.sort}>
      <label className={classes.sortLabel} htmlFor={id}>
        Sort by
      </label>
      <select
        id={id}
        name="sort"
        form={form}
        className={classes.order}
        value={sort === "relevance" && keyword === "" ? "newest" : sort}
        onChange={(event) => {
          const chosen = offered.find((each) => each === event.currentTarget.value);
          if (chosen !== undefined) onSort(chosen);
        }}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
