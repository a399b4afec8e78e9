import "../../../ui/mantine-styles.ts";
import { TextInput } from "@mantine/core";
import { type OldAddress, saveOldAddressSchema } from "@shop/shared/catalog/old-address";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useEntryCallbacks } from "./use-entry-callbacks.ts";

type OldAddressModalProps = {
  /** The old address to change; a new one without it. */
  entry: OldAddress | null;
  isOpen: boolean;
  onClose: () => void;
};

/** Adds an old address, or changes one. */
export function OldAddressModal({ entry, isOpen, onClose }: OldAddressModalProps) {
  const callbacks = useEntryCallbacks(`Old address ${entry === null ? "added" : "updated"}`, onClose);
  const create = trpc.admin.search.oldAddresses.create.useMutation(callbacks);
  const update = trpc.admin.search.oldAddresses.update.useMutation(callbacks);
  const plain = { autoComplete: "off", autoCapitalize: "off", spellCheck: false, maxLength: 500, required: true };
  return (
    <FormDialog
      title={entry === null ? "Add an old address" : "Change the old address"}
      initialValues={{ address: entry?.address ?? "", path: entry?.path ?? "" }}
      schema={saveOldAddressSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={(values) =>
        entry === null
          ? create.mutateAsync(values)
          : update.mutateAsync({ id: entry._id, version: entry.version, ...values })
      }
      saveLabel={entry === null ? "Add" : "Save"}
    >
      {(form) => (
        <>
          <TextInput
            label="Old address"
            description="The part after the name of the shop, as links elsewhere have it."
            placeholder="/products/oak-table"
            data-autofocus
            {...plain}
            {...form.getInputProps("address")}
          />
          <TextInput
            label="Page"
            description="Where it leads: the part of its address after this shop's name."
            placeholder="/products"
            {...plain}
            {...form.getInputProps("path")}
          />
        </>
      )}
    </FormDialog>
  );
}
