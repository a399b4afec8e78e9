import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type TermDetail, updateCategorySchema } from "@shop/shared/catalog/admin-catalog";
import { pathTo } from "@shop/shared/catalog/category-tree";
import { categoryLevels, nameLength } from "@shop/shared/shop";
import { z } from "zod";
import { cachedBriefly, cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import {
  type ListingPage,
  ListingPageFields,
  listingPageLabels,
  positionOrEmptySchema,
} from "../parts/listing-page-fields.tsx";
import { useNameSelected } from "../parts/use-create.ts";
import { type Saved, useEditForm } from "../parts/use-edit-form.ts";
import { MergeTerm } from "./merge-term.tsx";
import type { TaxonomyTexts } from "./texts.ts";

/** The edit screen of a brand or category. */
export function TermEdit({ texts, id }: { texts: TaxonomyTexts; id: string }) {
  const record = texts.api.byId.useQuery({ id }, cachedForEditing);
  if (record.data !== undefined) return <TermForm key={id} texts={texts} record={record.data} />;
  if (!record.isError) return <EditSkeleton fields={4} />;
  return (
    <ErrorAlert
      message={messageOf(record.error, `Failed to load ${texts.taxonomy}`)}
      onRetry={() => void record.refetch()}
      isRetrying={record.isFetching}
    />
  );
}

/** An empty field stands for no category above. */
type Fields = ListingPage & { name: string; parentId: string };

const labels: Record<keyof Fields, string> = { name: "Name", parentId: "Below", ...listingPageLabels };

/** The form sends every field. */
const schema = updateCategorySchema.required({ image: true, imageAlt: true, description: true }).extend({
  parentId: z.string(),
  menuPosition: positionOrEmptySchema,
});

function toSaved({ version, updatedAt, menuPosition, parentId, ...term }: TermDetail): Saved<Fields> {
  const { name, image, imageAlt, description } = term;
  const position: Fields["menuPosition"] = menuPosition ?? "";
  const values = { name, parentId: parentId ?? "", image, imageAlt, description, menuPosition: position };
  return { values, version, updatedAt };
}

function TermForm({ texts, record }: { texts: TaxonomyTexts; record: TermDetail }) {
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
    schema,
    save: async ({ menuPosition, parentId, ...values }, { version }) =>
      toSaved(
        await update.mutateAsync({
          ...values,
          id,
          menuPosition: menuPosition === "" ? null : menuPosition,
          ...(texts.taxonomy === "category" ? { parentId: parentId === "" ? null : parentId } : {}),
          version,
        }),
      ),
    load: async () => toSaved(await utilsOf(utils).byId.fetch({ id }, { staleTime: 0 })),
    done: `${word} updated`,
    failure: "Update failed",
  });
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={20} style={{ alignItems: "start" }}>
      <EditFrame edit={edit} labels={labels}>
        <TermFields form={edit.form} taxonomy={texts.taxonomy} id={id} />
      </EditFrame>
      {/* As high as its content, not as the form. */}
      <div>
        <MergeTerm texts={texts} record={record} />
      </div>
    </SimpleGrid>
  );
}

type TermFieldsProps = { form: UseFormReturnType<Fields>; taxonomy: TaxonomyTexts["taxonomy"]; id: string };

function TermFields({ form, taxonomy, id }: TermFieldsProps) {
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
      {taxonomy === "category" && <ParentField form={form} id={id} />}
      <ListingPageFields
        values={form.getValues()}
        inputProps={(field) => form.getInputProps(field)}
        hints={{
          description: `Shown on the page of the ${taxonomy}.`,
          menuPosition:
            "The lowest number comes first, in the menu and on Home. Empty: after those with a number, by products.",
        }}
      />
    </>
  );
}

/** The category above this one: any but itself, those below it, and those of the last level. */
function ParentField({ form, id }: Pick<TermFieldsProps, "form" | "id">) {
  const list = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  const categories = list.data ?? [];
  const chosen = form.getValues().parentId;
  const options = categories
    .map((category) => ({ value: category._id, path: pathTo(categories, category) }))
    .filter(
      ({ value, path }) => !path.some((step) => step._id === id) && (path.length < categoryLevels || value === chosen),
    )
    .map(({ value, path }) => ({ value, label: path.map(({ name }) => name).join(" › ") }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  const none = { value: "", label: "No other category" };
  const isListed = chosen === "" || options.some(({ value }) => value === chosen);
  return (
    <NativeSelect
      label={labels.parentId}
      description="Its products are listed in that category as well."
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={[none, ...(isListed ? [] : [{ value: chosen, label: "Loading…" }]), ...options]}
      {...form.getInputProps("parentId")}
      error={
        form.errors.parentId ?? (list.error === null ? undefined : messageOf(list.error, "Failed to load categories"))
      }
    />
  );
}
