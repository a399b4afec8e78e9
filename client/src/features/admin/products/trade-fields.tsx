import { NativeSelect, NumberInput, type NumberInputProps, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { basesOf, type ContentUnit, contentUnits } from "@shop/shared/catalog/unit-price";
import { currencySign } from "@shop/shared/currency";
import { toWire } from "@shop/shared/money";
import { skuLength } from "@shop/shared/shop";
import { giftCardTaxClass, isGiftCard } from "@shop/shared/terms-of-sale/gift-card-class";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import classes from "./product-edit.module.css";
import { type ProductFields, productLabels } from "./product-fields.ts";

type FormProps = { form: UseFormReturnType<ProductFields> };

/** Codes and facts that a trade needs. Folded, because many shops need none of them. */
export function TradeFields({ form }: FormProps) {
  return (
    <details className={classes.fold}>
      <summary>Codes, cost, measures, unit price and tax class</summary>
      <Stack gap={20} mt="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
          <CodeInput form={form} name="sku" />
          <CodeInput form={form} name="gtin" inputMode="numeric" />
          <CodeInput form={form} name="mpn" />
          <AnyNumber form={form} name="cost" step={toWire(1)} leftSection={currencySign()} inputMode="decimal" />
          <CodeInput form={form} name="originCountry" placeholder="US" />
          <CodeInput form={form} name="hsCode" inputMode="numeric" />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md" verticalSpacing={20}>
          <AnyNumber form={form} name="weightGrams" />
          <AnyNumber form={form} name="lengthMm" />
          <AnyNumber form={form} name="widthMm" />
          <AnyNumber form={form} name="heightMm" />
        </SimpleGrid>
        <UnitPriceFields form={form} />
        <TaxClassField form={form} />
      </Stack>
    </details>
  );
}

type Text = "sku" | "gtin" | "mpn" | "originCountry" | "hsCode";
type CodeInputProps = FormProps & { name: Text; inputMode?: "numeric"; placeholder?: string };

function CodeInput({ form, name, ...rest }: CodeInputProps) {
  return (
    <TextInput
      label={productLabels[name]}
      autoComplete="off"
      maxLength={skuLength}
      {...rest}
      {...form.getInputProps(name)}
    />
  );
}

type NumberName = "cost" | "weightGrams" | "lengthMm" | "widthMm" | "heightMm" | "contentAmount";

function AnyNumber({
  form,
  name,
  ...rest
}: FormProps & { name: NumberName } & Omit<NumberInputProps, "form" | "name">) {
  return (
    <NumberInput
      label={productLabels[name]}
      min={0}
      clampBehavior="none"
      hideControls
      inputMode="numeric"
      {...rest}
      {...form.getInputProps(name)}
    />
  );
}

const giftCardHint =
  "Each unit is a code worth its price, mailed once it is paid. It bears no tax, needs no parcel, and no discount is for it.";

/** How the product is taxed; just the class that it has until the classes are loaded. */
function TaxClassField({ form }: FormProps) {
  const terms = trpc.admin.termsOfSale.read.useQuery(undefined, cachedBriefly);
  const { taxClass } = form.getValues();
  const classes = terms.data?.terms.taxClasses ?? [{ id: taxClass, name: taxClass }];
  const isCard = isGiftCard({ taxClass });
  return (
    <NativeSelect
      label={productLabels.taxClass}
      maw={320}
      description={isCard ? giftCardHint : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={[
        ...classes.filter(({ id }) => id !== giftCardTaxClass).map(({ id, name }) => ({ value: id, label: name })),
        { value: giftCardTaxClass, label: "Gift card" },
      ]}
      {...form.getInputProps("taxClass")}
    />
  );
}

/** How much the product contains, and what customers see the price of. */
function UnitPriceFields({ form }: FormProps) {
  const { contentUnit, unitBasis } = form.getValues();
  const bases = contentUnit === "" ? [] : basesOf(contentUnit);
  function chooseUnit(value: string): void {
    const unit: ContentUnit | "" = contentUnits.find((known) => known === value) ?? "";
    form.setFieldValue("contentUnit", unit);
    // What the price can be shown for depends on it.
    const next = unit === "" ? [] : basesOf(unit);
    if (!next.some((basis) => basis === unitBasis)) form.setFieldValue("unitBasis", next[0] ?? "");
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing={20}>
      <AnyNumber form={form} name="contentAmount" decimalScale={3} inputMode="decimal" />
      <NativeSelect
        label={productLabels.contentUnit}
        data={[{ value: "", label: "None" }, ...contentUnits]}
        {...form.getInputProps("contentUnit")}
        value={contentUnit}
        onChange={({ currentTarget }) => chooseUnit(currentTarget.value)}
      />
      <NativeSelect
        label={productLabels.unitBasis}
        disabled={bases.length === 0}
        data={bases.length === 0 ? [{ value: "", label: "None" }] : [...bases]}
        {...form.getInputProps("unitBasis")}
      />
    </SimpleGrid>
  );
}
