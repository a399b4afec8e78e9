import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/request-failure.ts";

type TermSelectProps = {
  label: string;
  value?: string;
  onChange?: (name: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** The query of all brands or categories. */
  list: { data: { name: string }[] | undefined; error: unknown };
  failure: string;
};

/** A searchable select of brands or categories. */
export function TermSelect({ list, failure, value = "", onChange, error, ...rest }: TermSelectProps) {
  const names = list.data?.map(({ name }) => name) ?? [];
  return (
    <Select
      {...rest}
      // The present value shows while the list loads.
      data={value === "" || names.includes(value) ? names : [value, ...names]}
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
