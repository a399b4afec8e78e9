import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/ColorInput.layer.css";
import "@mantine/core/styles/ColorPicker.layer.css";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import {
  Button,
  Checkbox,
  ColorInput,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type GroupDetail, saveGroupSchema } from "@shop/shared/catalog/product-group";
import { fullName, variantLabel } from "@shop/shared/catalog/variant-name";
import { optionNameLength, optionsMax, productNameLength, variantsMax } from "@shop/shared/shop";
import { useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { CombinationList } from "./combination-list.tsx";
import { type GroupValues, groupValuesOf, type KnownProduct, withOptions } from "./group-values.ts";

type GroupDialogProps = {
  product: KnownProduct;
  group: GroupDetail | null;
  isOpen: boolean;
  onClose: () => void;
};

/** Names the options of a product with their values, and says which product is which combination. */
export function GroupDialog({ product, group, isOpen, onClose }: GroupDialogProps) {
  const utils = trpc.useUtils();
  const refresh = () => Promise.all([utils.admin.products.invalidate(), utils.catalog.invalidate()]);
  const save = trpc.admin.products.saveGroup.useMutation({
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success("Options saved");
      onClose();
    },
    // After a refusal too: someone else may have changed the group.
    onSettled: refresh,
  });
  const [known, setKnown] = useState<KnownProduct[]>(() => knownProducts(product, group));
  return (
    <FormDialog<GroupValues>
      title="Options"
      size="44rem"
      initialValues={groupValuesOf(product, group)}
      schema={saveGroupSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={(values) => save.mutateAsync(values)}
      saveLabel="Save options"
    >
      {(form) => (
        <>
          <TextInput
            label="Name of all variants together"
            autoComplete="off"
            maxLength={productNameLength}
            required
            {...form.getInputProps("name")}
          />
          <OptionFields form={form} />
          <CombinationList form={form} known={known} onKnow={(found) => setKnown((before) => [...before, found])} />
          <ListFields form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** The products that are variants already, told apart by what they are now. */
function knownProducts(product: KnownProduct, group: GroupDetail | null): KnownProduct[] {
  if (group === null) return [product];
  return group.variants.map(({ _id, name, values }) => ({
    _id,
    name: fullName(name, variantLabel(group.options, values)),
  }));
}

type FormProps = { form: UseFormReturnType<GroupValues> };

function OptionFields({ form }: FormProps) {
  const { options } = form.getValues();
  const setOptions = (changed: GroupValues["options"]) => form.setValues(withOptions(form.getValues(), changed));
  return (
    <Stack gap="md">
      {options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has nothing else that stays as it is typed
        <Fieldset key={place} legend={`Option ${place + 1}`}>
          <Stack gap="sm">
            <Group align="end" wrap="nowrap">
              <TextInput
                label="Name"
                placeholder="Size"
                autoComplete="off"
                maxLength={optionNameLength}
                flex={1}
                {...form.getInputProps(`options.${place}.name`)}
              />
              {options.length > 1 && (
                <Button
                  variant="default"
                  aria-label={`Remove option ${option.name || place + 1}`}
                  onClick={() => setOptions(options.toSpliced(place, 1))}
                >
                  Remove
                </Button>
              )}
            </Group>
            <ValueFields
              option={option}
              error={errorOf(form, place)}
              onChange={(values) => setOptions(options.with(place, { ...option, values }))}
              onSwatch={(n, swatch) => form.setFieldValue(`options.${place}.values.${n}.swatch`, swatch)}
            />
          </Stack>
        </Fieldset>
      ))}
      {options.length < optionsMax && (
        <div>
          <Button variant="default" onClick={() => setOptions([...options, { name: "", values: [] }])}>
            Add an option
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** The first complaint about the values of an option. */
function errorOf({ errors }: UseFormReturnType<GroupValues>, place: number) {
  const [, found] = Object.entries(errors).find(([path]) => path.startsWith(`options.${place}.values`)) ?? [];
  return found;
}

type Option = GroupValues["options"][number];
type ValueFieldsProps = {
  option: Option;
  error: ReturnType<typeof errorOf>;
  onChange: (values: Option["values"]) => void;
  onSwatch: (place: number, swatch: string) => void;
};

function ValueFields({ option, error, onChange, onSwatch }: ValueFieldsProps) {
  const { name, values } = option;
  const [hasColors, setColors] = useState(values.some(({ swatch }) => swatch !== ""));
  const swatchOf = (label: string) => values.find((value) => value.label === label)?.swatch ?? "";
  return (
    <>
      <TagsInput
        label="Values"
        description="In the order in which customers see them. Enter adds the next one."
        placeholder={values.length === 0 ? "S, M, L" : ""}
        value={values.map(({ label }) => label)}
        splitChars={[",", ";"]}
        clearable={false}
        error={error}
        onChange={(labels) => onChange(labels.map((label) => ({ label, swatch: swatchOf(label) })))}
      />
      <Switch
        label="Show as colors"
        checked={hasColors}
        onChange={({ currentTarget }) => {
          setColors(currentTarget.checked);
          if (!currentTarget.checked) onChange(values.map(({ label }) => ({ label, swatch: "" })));
        }}
      />
      {hasColors && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {values.map(({ label, swatch }, n) => (
            <ColorInput
              key={label}
              label={label}
              aria-label={`Color of ${name} ${label}`}
              placeholder="#c2b280"
              value={swatch}
              onChange={(color) => onSwatch(n, color)}
              popoverProps={{ withinPortal: false }}
            />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

function ListFields({ form }: FormProps) {
  const { options, variants, defaultVariant, sizeGuide } = form.getValues();
  if (variants.length >= variantsMax) return <Text c="dimmed">{variantsMax} variants are the most.</Text>;
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Lists show"
        description="While it is in stock; otherwise the first one that is."
        data={[
          { value: "", label: "The first one in stock" },
          ...variants.map(({ values }, place) => ({ value: String(place), label: variantLabel(options, values) })),
        ]}
        value={defaultVariant === null ? "" : String(defaultVariant)}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue("defaultVariant", value === "" ? null : Number(value))
        }
      />
      <Checkbox
        label="Link the size guide beside the sizes"
        description="The page Size Guide must be shown to customers."
        checked={sizeGuide !== null}
        onChange={({ currentTarget }) => form.setFieldValue("sizeGuide", currentTarget.checked ? "size-guide" : null)}
      />
    </Stack>
  );
}
