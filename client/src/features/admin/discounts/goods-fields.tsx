import { Group, Stack, TagsInput, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { anyProduct, attributeChoice } from "@shop/shared/catalog/product-address";
import { IconX } from "@tabler/icons-react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { RowAction } from "../../../ui/data-table/row-action.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { FindProducts } from "../parts/find-products.tsx";
import { TermChoice } from "../parts/term-choice.tsx";
import { type DiscountFields, discountLabels as labels } from "./discount-fields.ts";

type Form = UseFormReturnType<DiscountFields>;

/** Which goods a discount is for. */
export function GoodsFields({ form }: { form: Form }) {
  const facets = trpc.catalog.find.useQuery(anyProduct, cachedBriefly);
  const facts = facets.data?.facets.attributes ?? [];
  return (
    <Stack gap="md">
      <Text c="dimmed">Nothing chosen means all goods. Goods must be in each list that you fill in.</Text>
      {(["categories", "brands", "collections"] as const).map((field) => (
        <TermChoice
          key={field}
          of={field}
          label={labels[field]}
          chosen={form.getValues()[field]}
          onChange={(chosen) => form.setFieldValue(field, chosen)}
          error={form.errors[field]}
        />
      ))}
      <TagsInput
        label={labels.options}
        description="A name, a colon and a value, such as Size: L. Press Enter after each."
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={facts.flatMap(({ name, values }) => values.map(({ value }) => attributeChoice(name, value)))}
        value={form.getValues().options.map(({ text }) => text)}
        onChange={(texts) =>
          form.setFieldValue(
            "options",
            texts.map(withSpace).map((text) => ({ text })),
          )
        }
        error={form.errors.options}
        maxDropdownHeight={280}
        comboboxProps={{ shadow: "md" }}
      />
      <Products form={form} />
    </Stack>
  );
}

/** As variants have it: "Size: L". */
function withSpace(text: string): string {
  return text.replace(/\s*:\s*/, ": ");
}

function Products({ form }: { form: Form }) {
  const chosen = form.getValues().products;
  return (
    <>
      {chosen.length > 0 && (
        <DividedList>
          {chosen.map((product) => (
            <Group component="li" key={product._id} justify="space-between" wrap="nowrap" gap="xs">
              <Text miw={0}>
                {product.name}
                {product.state !== "" && (
                  <Text span c="dimmed">
                    {" "}
                    {product.state}
                  </Text>
                )}
              </Text>
              <RowAction
                label={`Remove ${product.name}`}
                icon={<IconX size={20} aria-hidden="true" />}
                onClick={() =>
                  form.setFieldValue(
                    "products",
                    chosen.filter(({ _id }) => _id !== product._id),
                  )
                }
              />
            </Group>
          ))}
        </DividedList>
      )}
      <FindProducts
        chosen={chosen}
        from="the discount"
        onAdd={(product) => form.setFieldValue("products", [...chosen, product])}
      />
    </>
  );
}
