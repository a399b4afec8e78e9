import { useId } from "react";
import classes from "./sort-select.module.css";

type SortSelectProps<Sort extends string> = {
  options: readonly { value: Sort; name: string }[];
  value: Sort;
  onSort: (sort: Sort) => void;
  /** Shows nothing without scripts, where no form submits the choice. */
  needsScripts?: boolean;
  /** The parameter and the form that submit the choice where there are no scripts. */
  name?: string;
  form?: string;
};

/** The sort order of a list, as a native select. */
export function SortSelect<Sort extends string>({
  options,
  value,
  onSort,
  needsScripts,
  ...field
}: SortSelectProps<Sort>) {
  const id = useId();
  return (
    <div className={classes.sort} data-needs-scripts={needsScripts}>
      <label className={classes.label} htmlFor={id}>
        Sort by
      </label>
      <select
        {...field}
        id={id}
        className={classes.select}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen !== undefined) onSort(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
