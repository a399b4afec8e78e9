import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Select } from "@mantine/core";
import { categoryPath } from "@shop/shared/catalog/category-tree";
import { type ReactNode, useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";

type TermSelectProps = {
  label: string;
  value?: string;
  onChange?: (name: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** The query of all brands or categories. */
  list: { data: { _id: string; name: string; parentId?: string }[] | undefined; error: unknown };
  failure: string;
  /** Whether a name that is typed can be chosen, to be made with the product. */
  canMake?: boolean;
};

/** A searchable select of brands, or of categories with those above them. */
export function TermSelect({ list, failure, canMake = false, value = "", onChange, error, ...rest }: TermSelectProps) {
  const [typed, setTyped] = useState("");
  const terms = list.data ?? [];
  const options = terms
    .map((term) => ({ value: term.name, label: categoryPath(terms, term) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  const name = typed.trim();
  const isNew = canMake && name !== "" && !options.some(({ label }) => label.toLowerCase() === name.toLowerCase());
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <Select
      {...rest}
      // The present value shows while the list loads, and after it was typed.
      data={[
        ...(isListed ? [] : [{ value, label: value }]),
        ...options,
        ...(isNew && name !== value ? [{ value: name, label: `Create “${name}”` }] : []),
      ]}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === "" ? null : value}
      onChange={(name) => onChange?.(name ?? "")}
      error={error ?? (list.error === null ? undefined : messageOf(list.error, failure))}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No match"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: "md" }}
      required
    />
  );
}
