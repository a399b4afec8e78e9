import "../../../ui/mantine-styles.ts";
import { TextInput } from "@mantine/core";
import { type Redirect, saveRedirectSchema } from "@shop/shared/catalog/search-settings";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useEntryCallbacks } from "./use-entry-callbacks.ts";

type RedirectModalProps = {
  /** The redirect to change; a new one without it. */
  entry: Redirect | null;
  /** The search words of a new redirect. */
  phrase?: string;
  isOpen: boolean;
  onClose: () => void;
};

/** Adds a redirect, or changes one. */
export function RedirectModal({ entry: redirect, phrase = "", isOpen, onClose }: RedirectModalProps) {
  const callbacks = useEntryCallbacks(`Redirect ${redirect === null ? "added" : "updated"}`, onClose);
  const create = trpc.admin.search.redirects.create.useMutation(callbacks);
  const update = trpc.admin.search.redirects.update.useMutation(callbacks);
  const isPrefilled = redirect === null && phrase !== "";
  return (
    <FormDialog
      title={redirect === null ? "Add a redirect" : "Change the redirect"}
      initialValues={{ phrase: redirect?.phrase ?? phrase, path: redirect?.path ?? "" }}
      schema={saveRedirectSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={(values) =>
        redirect === null
          ? create.mutateAsync(values)
          : update.mutateAsync({ id: redirect._id, version: redirect.version, ...values })
      }
      saveLabel={redirect === null ? "Add" : "Save"}
    >
      {(form) => (
        <>
          <TextInput
            label="Search words"
            description="Whoever searches for exactly these words is led to the page."
            placeholder="returns"
            autoComplete="off"
            maxLength={60}
            required
            data-autofocus={!isPrefilled || undefined}
            {...form.getInputProps("phrase")}
          />
          <TextInput
            label="Page"
            description="The part of its address after the shop's name."
            placeholder="/cart"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={500}
            required
            data-autofocus={isPrefilled || undefined}
            {...form.getInputProps("path")}
          />
        </>
      )}
    </FormDialog>
  );
}
