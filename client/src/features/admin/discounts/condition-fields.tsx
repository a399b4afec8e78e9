import { Checkbox, MultiSelect, NumberInput, SimpleGrid, Stack, TagsInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { currencySign } from "@shop/shared/currency";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { countryOptions } from "../selling/country-select.tsx";
import { type DiscountFields, discountLabels as labels } from "./discount-fields.ts";
import { numberProps } from "./gift-fields.tsx";

type Form = UseFormReturnType<DiscountFields>;

type ConditionFieldsProps = { form: Form; timeZone: string /** The discount itself. */; id: string };

/** What must hold of an order for a discount. */
export function ConditionFields({ form, timeZone, id }: ConditionFieldsProps) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
        <TextInput
          type="datetime-local"
          label={labels.from}
          description={`In the time zone ${timeZone}. Empty: at once.`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("from")}
        />
        <TextInput
          type="datetime-local"
          label={labels.until}
          description="Empty: no end."
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("until")}
        />
        <NumberInput
          {...numberProps}
          leftSection={currencySign()}
          label={labels.fromAmount}
          {...form.getInputProps("fromAmount")}
        />
        <NumberInput {...numberProps} inputMode="numeric" label={labels.fromQty} {...form.getInputProps("fromQty")} />
      </SimpleGrid>
      <CustomerFields form={form} />
      <Combinations form={form} id={id} />
    </Stack>
  );
}

function CustomerFields({ form }: { form: Form }) {
  const { countries, customerTags } = form.getValues();
  const toTexts = (texts: readonly string[]) => texts.map((text) => ({ text }));
  return (
    <>
      <Checkbox label={labels.isFirstOrder} {...form.getInputProps("isFirstOrder", { type: "checkbox" })} />
      <TagsInput
        label={labels.customerTags}
        description="Press Enter after each. One of them is enough."
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={customerTags.map(({ text }) => text)}
        onChange={(texts) => form.setFieldValue("customerTags", toTexts(texts))}
        error={form.errors.customerTags}
      />
      <MultiSelect
        label={labels.countries}
        data={countryOptions}
        value={countries.map(({ text }) => text)}
        onChange={(codes) => form.setFieldValue("countries", toTexts(codes))}
        error={form.errors.countries}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear countries" }}
        nothingFoundMessage="No match"
        maxDropdownHeight={280}
        comboboxProps={{ shadow: "md" }}
      />
    </>
  );
}

/** The discounts that may hold beside it. */
function Combinations({ form, id }: { form: Form; id: string }) {
  const list = trpc.admin.discounts.list.useQuery(undefined, cachedBriefly);
  const chosen = form.getValues().combinesWith;
  const others = (list.data ?? []).filter(({ _id }) => _id !== id);
  const known = [...others, ...chosen.filter(({ _id }) => !others.some((other) => other._id === _id))];
  return (
    <MultiSelect
      label={labels.combinesWith}
      description="Otherwise the one that saves the customer most holds alone."
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={known.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={chosen.map(({ _id }) => _id)}
      onChange={(ids) =>
        form.setFieldValue(
          "combinesWith",
          known.flatMap(({ _id, name }) => (ids.includes(_id) ? { _id, name } : [])),
        )
      }
      error={form.errors.combinesWith}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear what it is combined with" }}
      nothingFoundMessage="No match"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: "md" }}
    />
  );
}
