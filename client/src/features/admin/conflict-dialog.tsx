import { Button } from "@mantine/core";
import { Dialog } from "../../ui/dialog.tsx";
import classes from "./conflict-dialog.module.css";
import type { EditForm, Saved } from "./use-edit-form.ts";

type ConflictDialogProps<Values extends Record<string, string | number | boolean>> = {
  edit: EditForm<Values>;
  theirs: Saved<Values>;
  labels: Record<keyof Values & string, string>;
};

/** Two people have changed the same record: shows where they differ and asks whose values stay. */
export function ConflictDialog<Values extends Record<string, string | number | boolean>>({
  edit,
  theirs,
  labels,
}: ConflictDialogProps<Values>) {
  const mine = edit.form.getValues();
  const names = Object.entries<string>(labels);
  const differing = names.filter(([field]) => mine[field] !== theirs.values[field]);
  return (
    <Dialog title="Someone else saved this meanwhile" onClose={edit.goOnEditing} isWide>
      {differing.length === 0 ? (
        <p>They made the same changes as you.</p>
      ) : (
        <>
          <p className={classes.lead}>These fields differ. Nothing of yours is lost until you choose.</p>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Theirs</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {differing.map(([field, label]) => (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  <td>{show(theirs.values[field])}</td>
                  <td>{show(mine[field])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <div className={classes.answers}>
        <Button variant="default" data-first-focus onClick={edit.goOnEditing}>
          Go on editing
        </Button>
        <Button variant="default" onClick={edit.takeTheirs}>
          Load theirs
        </Button>
        <Button onClick={edit.keepMine}>Save mine anyway</Button>
      </div>
    </Dialog>
  );
}

function show(value: string | number | boolean | undefined): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value === undefined || value === "" ? "empty" : String(value);
}
