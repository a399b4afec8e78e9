import "../../../ui/mantine-styles.ts";
import { NativeSelect } from "@mantine/core";
import { type PagePlace, pagePlaces } from "@shop/shared/page/info-page";
import { createInfoPageSchema, infoTitleLength } from "@shop/shared/page/info-page-edit";
import { pathOf } from "@shop/shared/page/pages";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TitleFields } from "../parts/title-fields.tsx";
import { placeWords } from "./place-words.ts";

type NewPageFormProps = { isOpen: boolean; onClose: () => void; onCreated: (slug: string) => void };

type Values = { title: string; slug: string; place: PagePlace };

/** Asks for the title and the address of a new page. */
export function NewPageForm({ isOpen, onClose, onCreated }: NewPageFormProps) {
  const utils = trpc.useUtils();
  const create = trpc.admin.infoPages.create.useMutation({ onSuccess: () => utils.admin.infoPages.list.invalidate() });
  const initialValues: Values = { title: "", slug: "", place: "company" };
  return (
    <FormDialog
      title="New page"
      initialValues={initialValues}
      schema={createInfoPageSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={async (values) => {
        const { slug } = await create.mutateAsync(createInfoPageSchema.parse(values));
        onCreated(slug);
      }}
      saveLabel="Create"
      failed="The page was not created. Please try again."
    >
      {(form) => (
        <>
          <TitleFields form={form} titleLength={infoTitleLength} toPath={(slug) => pathOf("info", { slug })} />
          <NativeSelect
            label="Link"
            data={pagePlaces.map((place) => ({ value: place, label: placeWords[place] }))}
            {...form.getInputProps("place")}
          />
        </>
      )}
    </FormDialog>
  );
}
