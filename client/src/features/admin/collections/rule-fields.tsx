import { currencySign } from "@shop/shared/currency";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Checkbox, MultiSelect, NumberInput, SimpleGrid, TagsInput, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { categoryPath } from "@shop/shared/catalog/category-tree";
import { anyProduct, attributeChoice } from "@shop/shared/catalog/product-address";
import { newWithinDaysMax } from "@shop/shared/shop";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { type CollectionFields, collectionLabels as labels, type Named } from "./collection-fields.ts";

type Form = UseFormReturnType<CollectionFields>;

/** What a product must meet to be in a collection. */
export function RuleFields({ form }: { form: Form }) {
  const facets = trpc.catalog.find.useQuery(anyProduct, cachedBriefly);
  const facts = facets.data?.facets.attributes ?? [];
  return (
    <>
      <Text>A product must meet all that you fill in. Of several brands, categories or values, one is enough.</Text>
      <TermsField form={form} field="categoryIds" />
      <TermsField form={form} field="brandIds" />
      <TagsInput
        label={labels.attributes}
        description="A name, a colon and a value, such as Material:Leather. Press Enter after each."
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={facts.flatMap(({ name, values }) => values.map(({ value }) => attributeChoice(name, value)))}
        value={form.getValues().attributes.map(({ text }) => text)}
        onChange={(texts) =>
          form.setFieldValue(
            "attributes",
            texts.map((text) => ({ text })),
          )
        }
        error={form.errors.attributes}
        maxDropdownHeight={280}
        comboboxProps={{ shadow: "md" }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
        <NumberInput
          {...numberProps}
          leftSection={currencySign()}
          label={labels.minPrice}
          {...form.getInputProps("minPrice")}
        />
        <NumberInput
          {...numberProps}
          leftSection={currencySign()}
          label={labels.maxPrice}
          {...form.getInputProps("maxPrice")}
        />
      </SimpleGrid>
      <NumberInput
        {...numberProps}
        inputMode="numeric"
        label={labels.newWithinDays}
        description="Products that were added in the last so many days."
        inputWrapperOrder={["label", "input", "description", "error"]}
        max={newWithinDaysMax}
        {...form.getInputProps("newWithinDays")}
      />
      <Checkbox label={labels.isOnSale} {...form.getInputProps("isOnSale", { type: "checkbox" })} />
    </>
  );
}

const numberProps = { min: 0, clampBehavior: "none", hideControls: true, inputMode: "decimal" } as const;

/** The brands or categories of a rule. */
function TermsField({ form, field }: { form: Form; field: "brandIds" | "categoryIds" }) {
  const brands = trpc.catalog.brands.useQuery(undefined, { ...cachedBriefly, enabled: field === "brandIds" });
  const categories = trpc.catalog.categories.useQuery(undefined, {
    ...cachedBriefly,
    enabled: field === "categoryIds",
  });
  const list = field === "brandIds" ? brands : categories;
  const terms: (Named & { parentId?: string })[] = list.data ?? [];
  const chosen = form.getValues()[field];
  const known = [...terms, ...chosen.filter(({ _id }) => !terms.some((term) => term._id === _id))];
  return (
    <MultiSelect
      label={labels[field]}
      data={known
        .map((term) => ({ value: term._id, label: categoryPath(terms, term) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, "en"))}
      value={chosen.map(({ _id }) => _id)}
      onChange={(ids) =>
        form.setFieldValue(
          field,
          known.flatMap(({ _id, name }) => (ids.includes(_id) ? { _id, name } : [])),
        )
      }
      error={
        form.errors[field] ??
        (list.error === null ? undefined : messageOf(list.error, `Failed to load ${labels[field].toLowerCase()}`))
      }
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Clear ${labels[field].toLowerCase()}` }}
      nothingFoundMessage="No match"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: "md" }}
    />
  );
}
