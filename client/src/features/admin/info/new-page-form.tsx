import "../../../ui/mantine-styles.ts";
import { NativeSelect, Text, TextInput } from "@mantine/core";
import { type PagePlace, pagePlaces } from "@shop/shared/page/info-page";
import { createInfoPageSchema, infoTitleLength } from "@shop/shared/page/info-page-edit";
import { pathOf } from "@shop/shared/page/pages";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useShop } from "../../../ui/shop-identity.ts";
import { placeWords } from "./place-words.ts";

type NewPageFormProps = { isOpen: boolean; onClose: () => void; onCreated: (slug: string) => void };

type Values = { title: string; slug: string; place: PagePlace };

/** The address that a title suggests: "Our story" is at our-story. */
function slugOf(title: string): string {
  const plain = title.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

/** Asks for the title and the address of a new page. */
export function NewPageForm({ isOpen, onClose, onCreated }: NewPageFormProps) {
  const { origin } = useShop();
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
          <TextInput
            label="Title"
            autoComplete="off"
            maxLength={infoTitleLength}
            required
            data-autofocus
            {...form.getInputProps("title")}
            onChange={({ currentTarget: { value } }) => {
              const { title, slug } = form.getValues();
              form.setFieldValue("title", value);
              // Until another address was typed.
              if (slug === slugOf(title)) form.setFieldValue("slug", slugOf(value));
            }}
          />
          <TextInput
            label="Address"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={infoTitleLength}
            required
            {...form.getInputProps("slug")}
          />
          <Text fz="xs" c="dimmed" mt={-8} style={{ overflowWrap: "anywhere" }}>
            {origin}
            {pathOf("info", { slug: form.values.slug === "" ? "…" : form.values.slug })}
          </Text>
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
