import { Button, Group } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ComponentProps, type Key, type ReactNode, useState } from "react";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { RowAction } from "../../../ui/data-table/row-action.tsx";
import { TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useDeletion } from "../parts/use-deletion.ts";

/** An entry that the modal changes; a new one if there is none. */
type EditedEntry<Entry> = { key: Key; entry: Entry | null; isOpen: boolean; onClose: () => void };

type EntryListProps<Entry> = Pick<ComponentProps<typeof DataTable<Entry>>, "columns" | "list" | "state"> & {
  /** The plural, in lower case. */
  of: string;
  nameOf: (entry: Entry) => string;
  texts: { search: string; add: string; failure: string; empty: string };
  deletion: Parameters<typeof useDeletion>[0];
  /** What is asked before a deletion, and what follows from it. */
  confirmation: { question: string; consequence: string };
  renderModal: (edited: EditedEntry<Entry>) => ReactNode;
  /** What stands beside the button that adds an entry. */
  tools?: ReactNode;
};

/** A list of the search's settings, whose entries are added, changed and deleted. */
export function EntryList<Entry extends { _id: string }>(props: EntryListProps<Entry>) {
  const { columns, list, state, of, nameOf, texts, deletion, confirmation, renderModal, tools } = props;
  const { remove, isDeleting, dialog } = useDeletion<Entry & { name: string }>(
    deletion,
    confirmation.question,
    () => confirmation.consequence,
  );
  const [edited, setEdited] = useState<{ entry: Entry | null; isOpen: boolean; times: number }>();
  // Another key gives each opening a form of its own.
  const open = (entry: Entry | null) =>
    setEdited((before) => ({ entry, isOpen: true, times: (before?.times ?? 0) + 1 }));
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        <TableTools searchLabel={texts.search} columns={columns} state={state} />
        <Group gap="sm">
          {tools}
          <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => open(null)}>
            {texts.add}
          </Button>
        </Group>
      </Group>
      <DataTable
        of={of}
        columns={columns}
        list={list}
        state={state}
        keyOf={({ _id }) => _id}
        nameOf={nameOf}
        failure={texts.failure}
        empty={{ text: texts.empty }}
        actions={(row) => (
          <>
            <RowAction
              label={`Edit ${nameOf(row)}`}
              icon={<IconPencil size={20} aria-hidden="true" />}
              onClick={() => open(row)}
            />
            <RowAction
              label={`Delete ${nameOf(row)}`}
              icon={<IconTrash size={20} aria-hidden="true" />}
              onClick={() => remove({ ...row, name: nameOf(row) })}
              isBusy={isDeleting({ ...row, name: nameOf(row) })}
              isDanger
            />
          </>
        )}
      />
      {edited !== undefined &&
        renderModal({
          key: edited.times,
          entry: edited.entry,
          isOpen: edited.isOpen,
          onClose: () => setEdited({ ...edited, isOpen: false }),
        })}
      {dialog}
    </>
  );
}
