import { Button } from "@mantine/core";
import type { EmptySearch } from "@shop/shared/catalog/search-settings";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { RedirectModal, SynonymsModal } from "./modals.ts";

const columns: readonly Column<EmptySearch>[] = [
  { name: "SEARCHED FOR", value: ({ keyword }) => keyword, sort: "keyword", isRowHeader: true },
  {
    name: "TIMES",
    value: ({ count }) => count.toLocaleString("en-US"),
    sort: "count",
    isNumeric: true,
    onPhones: "named",
  },
  { name: "LAST TIME", value: ({ lastAt }) => <Day time={lastAt} />, sort: "lastAt", isShort: true },
];

type Addition = { what: "synonyms" | "redirect"; keyword: string; isOpen: boolean; times: number };

/** What customers searched for without a result, most often first, each one click from a synonym or a redirect. */
export function EmptySearchList() {
  const state = useTableState({ usualSort: "-count" });
  const list = trpc.admin.search.empty.useQuery(state.input, { ...cachedBriefly, placeholderData: keepPreviousData });
  const [addition, setAddition] = useState<Addition>();
  const close = () => setAddition((current) => current && { ...current, isOpen: false });
  const open = (what: Addition["what"], keyword: string) =>
    setAddition((before) => ({ what, keyword, isOpen: true, times: (before?.times ?? 0) + 1 }));
  return (
    <>
      <TableTools searchLabel="Search what was searched for" columns={columns} state={state} />
      <DataTable
        of="search terms"
        columns={columns}
        list={list}
        state={state}
        keyOf={({ keyword }) => keyword}
        nameOf={({ keyword }) => keyword}
        failure="Failed to load searches"
        empty={{
          text: state.isNarrowed ? "No searches found." : "Every search has found something",
          help: "Searches without a result are counted here for 90 days, without who searched.",
        }}
        actions={({ keyword }) => (
          <>
            <Button
              variant="subtle"
              px="xs"
              aria-label={`Add synonym for ${keyword}`}
              onClick={() => open("synonyms", keyword)}
            >
              Add synonym
            </Button>
            <Button
              variant="subtle"
              px="xs"
              aria-label={`Add redirect for ${keyword}`}
              onClick={() => open("redirect", keyword)}
            >
              Redirect
            </Button>
          </>
        )}
      />
      {addition?.what === "synonyms" && (
        <SynonymsModal
          key={addition.times}
          entry={null}
          words={[addition.keyword]}
          isOpen={addition.isOpen}
          onClose={close}
        />
      )}
      {addition?.what === "redirect" && (
        <RedirectModal
          key={addition.times}
          entry={null}
          phrase={addition.keyword}
          isOpen={addition.isOpen}
          onClose={close}
        />
      )}
    </>
  );
}
