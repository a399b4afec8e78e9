import { NumberInput, Radio, SimpleGrid, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { currencySign } from "@shop/shared/currency";
import { type DiscountFields, giftKinds, discountLabels as labels } from "./discount-fields.ts";

type Form = UseFormReturnType<DiscountFields>;

export const numberProps = { min: 0, clampBehavior: "none", hideControls: true, inputMode: "decimal" } as const;

/** What a discount gives. */
export function GiftFields({ form }: { form: Form }) {
  const { kind } = form.getValues();
  return (
    <>
      <Radio.Group label={labels.kind} {...form.getInputProps("kind")}>
        <Stack gap="xs" mt="xs">
          {Object.entries(giftKinds).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === "percentage" && <PercentField form={form} label={labels.rate} />}
      {kind === "amount" && <AmountField form={form} label="Amount off the goods together" isRequired />}
      {kind === "price" && <AmountField form={form} label="Price of each" isRequired />}
      {kind === "delivery" && (
        <AmountField form={form} label="Up to an amount; empty for all of it" isRequired={false} />
      )}
      {kind === "buy and get" && <BuyAndGetFields form={form} />}
    </>
  );
}

function BuyAndGetFields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing={20}>
      <NumberInput {...numberProps} inputMode="numeric" label={labels.buy} required {...form.getInputProps("buy")} />
      <NumberInput {...numberProps} inputMode="numeric" label={labels.get} required {...form.getInputProps("get")} />
      <PercentField form={form} label="At percent off" />
    </SimpleGrid>
  );
}

function PercentField({ form, label }: { form: Form; label: string }) {
  return <NumberInput {...numberProps} rightSection="%" label={label} required {...form.getInputProps("rate")} />;
}

function AmountField({ form, label, isRequired }: { form: Form; label: string; isRequired: boolean }) {
  return (
    <NumberInput
      {...numberProps}
      leftSection={currencySign()}
      label={label}
      required={isRequired}
      {...form.getInputProps("amount")}
    />
  );
}
