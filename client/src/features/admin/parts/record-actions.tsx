import { IconPencil, IconTrash } from "@tabler/icons-react";
import { RowAction } from "../../../ui/data-table/row-action.tsx";

type RecordActionsProps = { name: string; editPath: string; isDeleting: boolean; onDelete: () => void };

/** Edit and delete, for a row of a list. */
export function RecordActions({ name, editPath, isDeleting, onDelete }: RecordActionsProps) {
  return (
    <>
      <RowAction label={`Edit ${name}`} icon={<IconPencil size={20} aria-hidden="true" />} to={editPath} />
      <RowAction
        label={`Delete ${name}`}
        icon={<IconTrash size={20} aria-hidden="true" />}
        onClick={onDelete}
        isBusy={isDeleting}
        isDanger
      />
    </>
  );
}
