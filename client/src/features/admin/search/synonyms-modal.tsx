import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { TagsInput, type TagsInputProps } from "@mantine/core";
import { type Synonyms, saveSynonymsSchema } from "@shop/shared/catalog/search-settings";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import classes from "./synonyms-modal.module.css";
import { useEntryCallbacks } from "./use-entry-callbacks.ts";

type SynonymsModalProps = {
  /** The group to change; a new one without it. */
  entry: Synonyms | null;
  /** The first words of a new group. */
  words?: string[];
  isOpen: boolean;
  onClose: () => void;
};

const fieldProps: TagsInputProps = {
  splitChars: [","],
  classNames: { input: classes.input ?? "", inputField: classes.field ?? "" },
};

/** Adds a group of synonyms, or changes one. */
export function SynonymsModal({ entry: group, words = [], isOpen, onClose }: SynonymsModalProps) {
  const callbacks = useEntryCallbacks(`Synonyms ${group === null ? "added" : "updated"}`, onClose);
  const create = trpc.admin.search.synonyms.create.useMutation(callbacks);
  const update = trpc.admin.search.synonyms.update.useMutation(callbacks);
  return (
    <FormDialog
      title={group === null ? "Add synonyms" : "Change synonyms"}
      initialValues={{ words: group?.words ?? words, finds: group?.finds ?? [] }}
      schema={saveSynonymsSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={(values) =>
        group === null
          ? create.mutateAsync(values)
          : update.mutateAsync({ id: group._id, version: group.version, ...values })
      }
      saveLabel={group === null ? "Add" : "Save"}
    >
      {(form) => (
        <>
          <TagsInput
            {...fieldProps}
            label="Words that mean the same"
            description="Each finds the products of all. Press Enter after each word."
            placeholder={form.getValues().words.length === 0 ? "sofa, couch, settee" : ""}
            data-autofocus
            {...form.getInputProps("words")}
          />
          <TagsInput
            {...fieldProps}
            label="They also find (optional)"
            description="Only in this direction: green finds emerald, emerald does not find green."
            {...form.getInputProps("finds")}
          />
        </>
      )}
    </FormDialog>
  );
}
