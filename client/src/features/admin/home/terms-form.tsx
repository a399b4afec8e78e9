import { NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type HomeBlock, homeTerms, type TermsBlock } from "@shop/shared/page/home-layout";
import { blockTitleLength, termsBlockSchema } from "@shop/shared/page/home-layout-edit";
import { moved } from "../../../lib/moved.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { OrderedList } from "../parts/ordered-list.tsx";
import { kindWords } from "./block-words.ts";

type TermsFormProps = {
  block: TermsBlock;
  isNew: boolean;
  isOpen: boolean;
  onClose: () => void;
  onDone: (block: HomeBlock) => void;
};

/** Asks which categories or brands a block shows. */
export function TermsForm({ block, isNew, isOpen, onClose, onDone }: TermsFormProps) {
  const { name } = kindWords[block.kind];
  return (
    <FormDialog
      title={isNew ? `Add: ${name}` : name}
      initialValues={block}
      schema={termsBlockSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={async (values) => onDone(termsBlockSchema.parse(values))}
      saveLabel={isNew ? "Add" : "Done"}
      size="36rem"
    >
      {(form) => (
        <>
          <TextInput
            label="Title"
            autoComplete="off"
            maxLength={blockTitleLength}
            required
            data-autofocus
            {...form.getInputProps("title")}
          />
          <ChosenTerms form={form} />
        </>
      )}
    </FormDialog>
  );
}

function ChosenTerms({ form }: { form: UseFormReturnType<TermsBlock> }) {
  const menu = trpc.catalog.menu.useQuery(undefined, cachedBriefly);
  const { kind, ids } = form.getValues();
  const terms = menu.data?.[kind] ?? [];
  const set = (chosen: string[]) => form.setFieldValue("ids", chosen);
  const items = ids.map((_id) => ({
    _id,
    name: terms.find((term) => term._id === _id)?.name ?? "One without products",
  }));
  const others = terms.filter(({ _id }) => !ids.includes(_id));
  const of = kind === "brands" ? "brand" : "category";
  return (
    <Stack gap="md">
      <Text>
        {ids.length === 0
          ? `It shows the first ${homeTerms} of your menu. Choose some, and it shows these instead.`
          : "It shows these in this order. Without any, the first ones of your menu."}
      </Text>
      {items.length > 0 && (
        <OrderedList
          items={items}
          from="the block"
          onMove={(from, to) => set(moved(ids, from, to))}
          onRemove={({ _id }) => set(ids.filter((id) => id !== _id))}
        />
      )}
      {ids.length < homeTerms && others.length > 0 && (
        <NativeSelect
          label={`Add a ${of}`}
          value=""
          data={[{ value: "", label: "Choose one" }, ...others.map(({ _id, name }) => ({ value: _id, label: name }))]}
          onChange={({ currentTarget: { value } }) => {
            if (value !== "") set([...ids, value]);
          }}
        />
      )}
    </Stack>
  );
}
