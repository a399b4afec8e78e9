import type { Synonyms } from "@shop/shared/catalog/search-settings";
import { keepPreviousData } from "@tanstack/react-query";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { Column } from "../../../ui/data-table/rows.ts";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { deletionCallbacks } from "../parts/use-deletion.ts";
import { EntryList } from "./entry-list.tsx";
import { SynonymsModal } from "./modals.ts";

const columns: readonly Column<Synonyms>[] = [
  { name: "MEAN THE SAME", value: ({ words }) => words.join(", "), sort: "words", isRowHeader: true },
  { name: "ALSO FIND", value: ({ finds }) => finds.join(", ") || "–" },
  { name: "CHANGED", value: ({ updatedAt }) => <Day time={updatedAt} />, sort: "updatedAt", isShort: true },
];

/** The groups of synonyms. */
export function SynonymsList() {
  const state = useTableState({ usualSort: "words" });
  const list = trpc.admin.search.synonyms.page.useQuery(state.input, {
    ...cachedBriefly,
    placeholderData: keepPreviousData,
  });
  const utils = trpc.useUtils();
  const deletion = trpc.admin.search.synonyms.delete.useMutation(
    deletionCallbacks("Synonyms", () => Promise.all([utils.admin.search.invalidate(), utils.catalog.invalidate()])),
  );
  return (
    <EntryList
      of="synonym groups"
      columns={columns}
      list={list}
      state={state}
      nameOf={({ words }) => words.join(", ")}
      texts={{
        search: "Search synonyms",
        add: "Add synonyms",
        failure: "Failed to load synonyms",
        empty: "No synonyms found.",
      }}
      deletion={deletion}
      confirmation={{ question: "Delete these synonyms?", consequence: "Each word then finds only itself." }}
      renderModal={({ key, ...edited }) => <SynonymsModal key={key} {...edited} />}
    />
  );
}
