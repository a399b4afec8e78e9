import { currencySign } from "@shop/shared/currency";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Checkbox, NumberInput, SimpleGrid, TagsInput, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { anyProduct, attributeChoice } from "@shop/shared/catalog/product-address";
import { newWithinDaysMax } from "@shop/shared/shop";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { TermChoice } from "../parts/term-choice.tsx";
import { type CollectionFields, collectionLabels as labels } from "./collection-fields.ts";

type Form = UseFormReturnType<CollectionFields>;

/** What a product must meet to be in a collection. */
export function RuleFields({ form }: { form: Form }) {
  const facets = trpc.catalog.find.useQuery(anyProduct, cachedBriefly);
  const facts = facets.data?.facets.attributes ?? [];
  return (
    <>
      <Text>A product must meet all that you fill in. Of several brands, categories or values, one is enough.</Text>
      <TermChoice
        of="categories"
        label={labels.categoryIds}
        chosen={form.getValues().categoryIds}
        onChange={(chosen) => form.setFieldValue("categoryIds", chosen)}
        error={form.errors.categoryIds}
      />
      <TermChoice
        of="brands"
        label={labels.brandIds}
        chosen={form.getValues().brandIds}
        onChange={(chosen) => form.setFieldValue("brandIds", chosen)}
        error={form.errors.brandIds}
      />
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
