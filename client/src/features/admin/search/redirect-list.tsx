import type { Redirect } from "@shop/shared/catalog/search-settings";
import { keepPreviousData } from "@tanstack/react-query";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { Column } from "../../../ui/data-table/rows.ts";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { deletionCallbacks } from "../parts/use-deletion.ts";
import { EntryList } from "./entry-list.tsx";
import { RedirectModal } from "./modals.ts";

const columns: readonly Column<Redirect>[] = [
  { name: "SEARCHED FOR", value: ({ phrase }) => phrase, sort: "phrase", isRowHeader: true },
  { name: "LEADS TO", value: ({ path }) => path, sort: "path" },
  { name: "CHANGED", value: ({ updatedAt }) => <Day time={updatedAt} />, sort: "updatedAt", isShort: true },
];

/** The redirects of searches. */
export function RedirectList() {
  const state = useTableState({ usualSort: "phrase" });
  const list = trpc.admin.search.redirects.page.useQuery(state.input, {
    ...cachedBriefly,
    placeholderData: keepPreviousData,
  });
  const utils = trpc.useUtils();
  const deletion = trpc.admin.search.redirects.delete.useMutation(
    deletionCallbacks("Redirect", () => Promise.all([utils.admin.search.invalidate(), utils.catalog.invalidate()])),
  );
  return (
    <EntryList
      of="redirects"
      columns={columns}
      list={list}
      state={state}
      nameOf={({ phrase }) => phrase}
      texts={{
        search: "Search redirects",
        add: "Add redirect",
        failure: "Failed to load redirects",
        empty: "No redirects found.",
      }}
      deletion={deletion}
      confirmation={{ question: "Delete this redirect?", consequence: "The words then find products again." }}
      renderModal={({ key, ...edited }) => <RedirectModal key={key} {...edited} />}
    />
  );
}
