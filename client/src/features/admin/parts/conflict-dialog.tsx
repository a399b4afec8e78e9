import { Button, Table, Text } from "@mantine/core";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import type { EditForm, FieldValue, Saved } from "./use-edit-form.ts";

type ConflictDialogProps<Values extends Record<string, FieldValue>> = {
  edit: EditForm<Values>;
  theirs: Saved<Values>;
  labels: Record<keyof Values & string, string>;
};

/** For two conflicting edits of a record: shows the fields that differ and asks which values are saved. */
export function ConflictDialog<Values extends Record<string, FieldValue>>({
  edit,
  theirs,
  labels,
}: ConflictDialogProps<Values>) {
  const mine = edit.form.getValues();
  const names = Object.entries<string>(labels);
  const differing = names.filter(([field]) => show(mine[field]) !== show(theirs.values[field]));
  return (
    <Dialog title="Someone else has saved changes" onClose={edit.goOnEditing} size="44rem">
      {differing.length === 0 ? (
        <Text>They made the same changes as you.</Text>
      ) : (
        <>
          <Text c="dimmed">Your changes are still here. Choose which version to keep.</Text>
          <Table layout="fixed" mt="md" borderColor="var(--shop-panel-edge)" style={{ overflowWrap: "anywhere" }}>
            <Table.Thead>
              <Table.Tr fz="xs" c="dimmed">
                <Table.Th scope="col">Field</Table.Th>
                <Table.Th scope="col">Theirs</Table.Th>
                <Table.Th scope="col">Yours</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differing.map(([field, label]) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>{show(theirs.values[field])}</Table.Td>
                  <Table.Td>{show(mine[field])}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={edit.goOnEditing}>
          Keep editing
        </Button>
        <Button variant="default" onClick={edit.takeTheirs}>
          Use theirs
        </Button>
        <Button onClick={edit.keepMine}>Save mine</Button>
      </DialogButtons>
    </Dialog>
  );
}

function show(value: FieldValue | undefined): string {
  if (Array.isArray(value)) return value.map(showRecord).join("; ") || "empty";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value === undefined || value === "" ? "empty" : String(value);
}

const showRecord = (record: Readonly<Record<string, string | boolean>>) =>
  Object.entries(record)
    .flatMap(([key, text]) => (key === "_id" || text === "" || typeof text === "boolean" ? [] : text))
    .join(" ");
