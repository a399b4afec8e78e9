import { Button } from "@mantine/core";
import type { OldAddress } from "@shop/shared/catalog/old-address";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { Column } from "../../../ui/data-table/rows.ts";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { deletionCallbacks } from "../parts/use-deletion.ts";
import { EntryList } from "./entry-list.tsx";
import { OldAddressLinesModal, OldAddressModal } from "./modals.ts";

const columns: readonly Column<OldAddress>[] = [
  { name: "OLD ADDRESS", value: ({ address }) => address, sort: "address", isRowHeader: true },
  { name: "LEADS TO", value: ({ path }) => path, sort: "path" },
  { name: "CHANGED", value: ({ updatedAt }) => <Day time={updatedAt} />, sort: "updatedAt", isShort: true },
];

/** The addresses of the shop elsewhere, which imports list. */
export function OldAddressList() {
  const state = useTableState({ usualSort: "address" });
  const list = trpc.admin.search.oldAddresses.page.useQuery(state.input, {
    ...cachedBriefly,
    placeholderData: keepPreviousData,
  });
  const utils = trpc.useUtils();
  const [lines, setLines] = useState({ isOpen: false, times: 0 });
  const deletion = trpc.admin.search.oldAddresses.delete.useMutation(
    deletionCallbacks("Old address", () => utils.admin.search.invalidate()),
  );
  return (
    <>
      <EntryList
        of="old addresses"
        columns={columns}
        list={list}
        state={state}
        nameOf={({ address }) => address}
        texts={{
          search: "Search old addresses",
          add: "Add old address",
          failure: "Failed to load old addresses",
          empty: "No old addresses found. An import of another shop's products lists theirs here.",
        }}
        deletion={deletion}
        confirmation={{
          question: "Delete this old address?",
          consequence: "Whoever follows a link to it then reads that there is no such page.",
        }}
        renderModal={({ key, ...edited }) => <OldAddressModal key={key} {...edited} />}
        tools={
          <Button variant="default" onClick={() => setLines(({ times }) => ({ isOpen: true, times: times + 1 }))}>
            Add a list
          </Button>
        }
      />
      {lines.times > 0 && (
        <OldAddressLinesModal
          key={lines.times}
          isOpen={lines.isOpen}
          onClose={() => setLines((before) => ({ ...before, isOpen: false }))}
        />
      )}
    </>
  );
}
