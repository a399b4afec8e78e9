import type { AdminTerm } from "@shop/shared/admin-catalog";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { editPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { RowAction } from "../../../ui/data-table/row-action.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { notify } from "../../../ui/notify.ts";
import type { TaxonomyTexts } from "./texts.ts";

const columns: readonly Column<AdminTerm>[] = [
  { name: "ID", value: ({ _id }) => _id.slice(-5), isShort: true },
  { name: "NAME", value: ({ name }) => name, sort: "name", isRowHeader: true },
  { name: "PRODUCTS", value: ({ products }) => products, sort: "products", isNumeric: true },
];

/** All brands or categories, with how many products use each. */
export function TermList({ texts }: { texts: TaxonomyTexts }) {
  const { taxonomy, word, many, api, utilsOf } = texts;
  const state = useTableState({ usualSort: "name" });
  const list = api.page.useQuery(state.input, { ...cachedBriefly, placeholderData: keepPreviousData });
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  const refresh = () => Promise.all([utilsOf(utils).invalidate(), utils.catalog.invalidate()]);
  const deletion = api.delete.useMutation({
    onSuccess: async () => {
      notify.withdrawErrors();
      notify.success(`${word} deleted`);
      await refresh();
    },
    onError: async (error) => {
      notify.error(messageOf(error, "Delete failed"));
      await refresh();
    },
  });

  async function remove({ _id, name, products }: AdminTerm) {
    const isSure = await ask({
      question: `Delete this ${taxonomy}?`,
      about: name,
      ...(products > 0
        ? { consequence: `${products} ${products === 1 ? "product uses" : "products use"} it, so it cannot go yet.` }
        : {}),
      yes: "Delete",
      isDanger: true,
    });
    if (isSure) oneAtATime(() => deletion.mutateAsync({ id: _id }));
  }

  return (
    <>
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
          <>
            <RowAction
              label={`Edit ${row.name}`}
              icon={<IconPencil size={20} aria-hidden="true" />}
              to={editPath(taxonomy, row._id)}
            />
            <RowAction
              label={`Delete ${row.name}`}
              icon={<IconTrash size={20} aria-hidden="true" />}
              onPress={() => void remove(row)}
              isBusy={deletion.isPending && deletion.variables.id === row._id}
              isDanger
            />
          </>
        )}
      />
      {dialog}
    </>
  );
}
