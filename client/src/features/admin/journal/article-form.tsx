import "../../../ui/mantine-styles.ts";
import { articleTitleLength, createArticleSchema } from "@shop/shared/page/journal-edit";
import { pathOf } from "@shop/shared/page/pages";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TitleFields } from "../parts/title-fields.tsx";

type ArticleFormProps = { isOpen: boolean; onClose: () => void; onCreated: (id: string) => void };

/** Asks for the title and the address of a new article. */
export function ArticleForm({ isOpen, onClose, onCreated }: ArticleFormProps) {
  const utils = trpc.useUtils();
  const create = trpc.admin.journal.create.useMutation({ onSuccess: () => utils.admin.journal.list.invalidate() });
  return (
    <FormDialog
      title="New article"
      initialValues={{ title: "", slug: "" }}
      schema={createArticleSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={async (values) => {
        const { _id } = await create.mutateAsync(createArticleSchema.parse(values));
        onCreated(_id);
      }}
      saveLabel="Create"
      failed="The article was not created. Please try again."
    >
      {(form) => (
        <TitleFields form={form} titleLength={articleTitleLength} toPath={(slug) => pathOf("article", { slug })} />
      )}
    </FormDialog>
  );
}
