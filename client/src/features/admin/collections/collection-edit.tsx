import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { CollectionDetail } from "@shop/shared/catalog/collection";
import { nameLength } from "@shop/shared/shop";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { ListingPageFields } from "../parts/listing-page-fields.tsx";
import { useNameSelected } from "../parts/use-create.ts";
import { useEditForm } from "../parts/use-edit-form.ts";
import {
  type CollectionFields,
  collectionFieldsSchema,
  collectionLabels as labels,
  toInput,
  toSaved,
} from "./collection-fields.ts";
import { ProductsField } from "./products-field.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { RulePreview } from "./rule-preview.tsx";

/** The edit screen of a collection. */
export function CollectionEdit({ id }: { id: string }) {
  const record = trpc.admin.collections.byId.useQuery({ id }, cachedForEditing);
  if (record.data !== undefined) return <CollectionForm key={id} record={record.data} />;
  if (!record.isError) return <EditSkeleton fields={5} />;
  return (
    <ErrorAlert
      message={messageOf(record.error, "Failed to load collection")}
      onRetry={() => void record.refetch()}
      isRetrying={record.isFetching}
    />
  );
}

function CollectionForm({ record }: { record: CollectionDetail }) {
  const id = record._id;
  const utils = trpc.useUtils();
  const update = trpc.admin.collections.update.useMutation({
    onSuccess: (saved) => {
      utils.admin.collections.byId.setData({ id }, saved);
      void utils.admin.collections.list.invalidate();
      void utils.catalog.invalidate();
    },
  });
  const edit = useEditForm<CollectionFields>({
    saved: toSaved(record),
    schema: collectionFieldsSchema,
    save: async (fields, { version }) => toSaved(await update.mutateAsync({ id, ...toInput(fields, version) })),
    load: async () => toSaved(await utils.admin.collections.byId.fetch({ id }, { staleTime: 0 })),
    done: "Collection updated",
    failure: "Update failed",
  });
  const fields = edit.form.getValues();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={20} style={{ alignItems: "start" }}>
      <EditFrame edit={edit} labels={labels} isWide>
        <PageFields form={edit.form} />
        <Radio.Group label={labels.kind} {...edit.form.getInputProps("kind")}>
          <Stack gap="xs" mt="xs">
            <Radio value="hand" label="By hand" description="You choose each product, and their order." />
            <Radio value="rule" label="By a rule" description="All products that meet it, also those to come." />
          </Stack>
        </Radio.Group>
        {fields.kind === "rule" && <RuleFields form={edit.form} />}
      </EditFrame>
      <div>{fields.kind === "rule" ? <RulePreview fields={fields} /> : <ProductsField form={edit.form} />}</div>
    </SimpleGrid>
  );
}

function PageFields({ form }: { form: UseFormReturnType<CollectionFields> }) {
  const nameRef = useNameSelected();
  return (
    <>
      <TextInput
        ref={nameRef}
        label={labels.name}
        autoComplete="off"
        maxLength={nameLength}
        required
        {...form.getInputProps("name")}
      />
      <Checkbox
        label={labels.isPublished}
        description="On a page of its own, and in the menu."
        {...form.getInputProps("isPublished", { type: "checkbox" })}
      />
      <ListingPageFields
        values={form.getValues()}
        inputProps={(field) => form.getInputProps(field)}
        hints={{
          description: "Shown on its page.",
          menuPosition: "The lowest number comes first in the menu. With a number, it is on Home as well.",
        }}
      />
    </>
  );
}
