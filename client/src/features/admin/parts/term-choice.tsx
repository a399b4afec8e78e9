import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { MultiSelect } from "@mantine/core";
import { categoryPath } from "@shop/shared/catalog/category-tree";
import type { ReactNode } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";

type Named = { _id: string; name: string };

type TermChoiceProps = {
  of: "brands" | "categories" | "collections";
  label: string;
  chosen: readonly Named[];
  onChange: (chosen: Named[]) => void;
  error: ReactNode;
};

/** Some of the brands, categories or collections. What was chosen stays, also if it is not in the list. */
export function TermChoice({ of, label, chosen, onChange, error }: TermChoiceProps) {
  const brands = trpc.catalog.brands.useQuery(undefined, { ...cachedBriefly, enabled: of === "brands" });
  const categories = trpc.catalog.categories.useQuery(undefined, { ...cachedBriefly, enabled: of === "categories" });
  const collections = trpc.admin.collections.list.useQuery(undefined, {
    ...cachedBriefly,
    enabled: of === "collections",
  });
  const list = of === "brands" ? brands : of === "categories" ? categories : collections;
  const terms: (Named & { parentId?: string })[] = list.data ?? [];
  const known = [...terms, ...chosen.filter(({ _id }) => !terms.some((term) => term._id === _id))];
  return (
    <MultiSelect
      label={label}
      data={known
        .map((term) => ({ value: term._id, label: categoryPath(terms, term) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, "en"))}
      value={chosen.map(({ _id }) => _id)}
      onChange={(ids) => onChange(known.flatMap(({ _id, name }) => (ids.includes(_id) ? { _id, name } : [])))}
      error={
        error ?? (list.error === null ? undefined : messageOf(list.error, `Failed to load ${label.toLowerCase()}`))
      }
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
      nothingFoundMessage="No match"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: "md" }}
    />
  );
}
