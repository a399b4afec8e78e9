import { Text } from "@mantine/core";
import type { AdminTerm } from "@shop/shared/catalog/admin-catalog";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback } from "react";
import { editPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Permitted } from "../parts/permitted.tsx";
import { RecordActions } from "../parts/record-actions.tsx";
import { deletionCallbacks, useDeletion } from "../parts/use-deletion.ts";
import { MergesInProgress, useMerges } from "./merges-in-progress.tsx";
import type { TaxonomyTexts } from "./texts.ts";

const columns: readonly Column<AdminTerm>[] = [
  { name: "ID", value: ({ _id }) => _id.slice(-5), isShort: true, onPhones: "hidden" },
  { name: "NAME", value: nameOf, sort: "name", isRowHeader: true },
  { name: "PRODUCTS", value: ({ products }) => products, sort: "products", isNumeric: true, onPhones: "named" },
];

function nameOf({ name, above }: AdminTerm) {
  if (above === undefined) return name;
  return (
    <>
      {name}{" "}
      <Text span inherit fw={400} c="dimmed">
        in {above.join(" › ")}
      </Text>
    </>
  );
}

/** The list of all brands or categories, with the number of products that use each. */
export function TermList({ texts }: { texts: TaxonomyTexts }) {
  const { taxonomy, word, many, api, utilsOf } = texts;
  const state = useTableState({ usualSort: "name" });
  const list = api.page.useQuery(state.input, { ...cachedBriefly, placeholderData: keepPreviousData });
  const utils = trpc.useUtils();
  const deletion = api.delete.useMutation(
    deletionCallbacks(word, () => Promise.all([utilsOf(utils).invalidate(), utils.catalog.invalidate()])),
  );
  const merges = useMerges(
    texts,
    useCallback(() => void utilsOf(utils).invalidate(), [utils, utilsOf]),
  );
  const { remove, isDeleting, dialog } = useDeletion<AdminTerm>(deletion, `Delete this ${taxonomy}?`, ({ products }) =>
    products === 0
      ? undefined
      : `${products} ${products === 1 ? "product uses" : "products use"} it, so it cannot be deleted yet.`,
  );

  return (
    <>
      <MergesInProgress texts={texts} merges={merges} />
      <TableTools searchLabel={`Search ${many}`} columns={columns} state={state} />
      <DataTable
        of={many}
        columns={columns}
        list={list}
        state={state}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        failure={`Failed to load ${many}`}
        empty={{ text: `No ${many} found.` }}
        actions={(row) => (
          <Permitted to="products.write">
            <RecordActions
              name={row.name}
              editPath={editPath(taxonomy, row._id)}
              isDeleting={isDeleting(row)}
              onDelete={() => remove(row)}
            />
          </Permitted>
        )}
      />
      {dialog}
    </>
  );
}
