import { NumberInput, SimpleGrid } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { currencySign } from "@shop/shared/currency";
import { type DiscountFields, discountLabels as labels } from "./discount-fields.ts";
import { numberProps } from "./gift-fields.tsx";

/** How far a discount may go. Empty fields are no limits. */
export function LimitFields({ form }: { form: UseFormReturnType<DiscountFields> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
      <NumberInput
        {...numberProps}
        rightSection="%"
        label={labels.shareMax}
        required
        {...form.getInputProps("shareMax")}
      />
      <NumberInput {...numberProps} rightSection="%" label={labels.marginMin} {...form.getInputProps("marginMin")} />
      <NumberInput {...numberProps} inputMode="numeric" label={labels.usesMax} {...form.getInputProps("usesMax")} />
      <NumberInput
        {...numberProps}
        inputMode="numeric"
        label={labels.usesPerCustomer}
        {...form.getInputProps("usesPerCustomer")}
      />
      <NumberInput
        {...numberProps}
        leftSection={currencySign()}
        label={labels.budget}
        {...form.getInputProps("budget")}
      />
    </SimpleGrid>
  );
}
