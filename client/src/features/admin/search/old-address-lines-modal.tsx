import "../../../ui/mantine-styles.ts";
import { Textarea } from "@mantine/core";
import { addOldAddressesSchema, oldAddressLinesMax } from "@shop/shared/catalog/old-address";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useEntryCallbacks } from "./use-entry-callbacks.ts";

type OldAddressLinesModalProps = { isOpen: boolean; onClose: () => void };

/** Adds a list of old addresses, as spreadsheets and other shops have it. */
export function OldAddressLinesModal({ isOpen, onClose }: OldAddressLinesModalProps) {
  const callbacks = useEntryCallbacks("Old addresses added", onClose);
  const add = trpc.admin.search.oldAddresses.addMany.useMutation(callbacks);
  return (
    <FormDialog
      title="Add a list of old addresses"
      initialValues={{ lines: "" }}
      schema={addOldAddressesSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={(values) => add.mutateAsync(values)}
      saveLabel="Add"
      savingLabel="Adding…"
      failed="Nothing was added. Please try again."
      size="lg"
    >
      {(form) => (
        <Textarea
          label="Old addresses and their pages"
          description={`One in a line: the old address, a comma, and the page here. Paste two columns of a spreadsheet or the redirects of the other shop, at most ${oldAddressLinesMax.toLocaleString("en")} lines. An address that leads elsewhere already leads to the page of this list.`}
          placeholder={"/collections/tables,/products\n/pages/about-us,/about"}
          rows={10}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          data-autofocus
          {...form.getInputProps("lines")}
        />
      )}
    </FormDialog>
  );
}
