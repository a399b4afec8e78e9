import { TextInput } from "@mantine/core";
import { renameSchema, type TermDetail } from "@shop/shared/admin-catalog";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../edit-frame.tsx";
import { EditSkeleton } from "../edit-skeleton.tsx";
import { useNameSelected } from "../use-create.ts";
import { type Saved, useEditForm } from "../use-edit-form.ts";
import type { TaxonomyTexts } from "./texts.ts";

/** The edit screen of a brand or category. */
export function TermEdit({ texts, id }: { texts: TaxonomyTexts; id: string }) {
  const record = texts.api.byId.useQuery({ id }, cachedForEditing);
  if (record.data !== undefined) return <NameForm key={id} texts={texts} record={record.data} />;
  if (!record.isError) return <EditSkeleton fields={1} />;
  return (
    <ErrorAlert
      message={messageOf(record.error, `Failed to load ${texts.taxonomy}`)}
      onRetry={() => void record.refetch()}
      isRetrying={record.isFetching}
    />
  );
}

type Fields = { name: string };

function toSaved({ name, version, updatedAt }: TermDetail): Saved<Fields> {
  return { values: { name }, version, updatedAt };
}

function NameForm({ texts, record }: { texts: TaxonomyTexts; record: TermDetail }) {
  const { word, api, utilsOf } = texts;
  const id = record._id;
  const utils = trpc.useUtils();
  const update = api.update.useMutation({
    onSuccess: (saved) => {
      utilsOf(utils).byId.setData({ id }, saved);
      void utilsOf(utils).page.invalidate();
      // Products show the name.
      void utils.admin.products.invalidate();
      void utils.catalog.invalidate();
    },
  });
  const edit = useEditForm<Fields>({
    saved: toSaved(record),
    schema: renameSchema,
    save: async (values, { version }) => toSaved(await update.mutateAsync({ id, ...values, version })),
    load: async () => toSaved(await utilsOf(utils).byId.fetch({ id }, { staleTime: 0 })),
    done: `${word} updated`,
    failure: "Update failed",
  });
  const name = useNameSelected();
  return (
    <EditFrame edit={edit} labels={{ name: "Name" }}>
      <TextInput
        ref={name}
        label="Name"
        autoComplete="off"
        maxLength={100}
        required
        {...edit.form.getInputProps("name")}
      />
    </EditFrame>
  );
}
