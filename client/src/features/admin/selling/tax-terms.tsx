import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Fieldset.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Table.layer.css";
import { MultiSelect, NativeSelect, Select, Stack, Switch, TextInput } from "@mantine/core";
import { currencies } from "@shop/shared/terms-of-sale/currencies";
import { saveTermsSchema, type TermsDetail } from "@shop/shared/terms-of-sale/terms-schema";
import { EditFrame } from "../parts/edit-frame.tsx";
import { type EditForm, useEditForm } from "../parts/use-edit-form.ts";
import { CountrySelect, countryOptions } from "./country-select.tsx";
import { TaxClassesField } from "./tax-classes-field.tsx";
import { TaxRatesField } from "./tax-rates-field.tsx";
import { codesOf, schemaOf, type TaxValues, toSavedTax, withTax } from "./tax-values.ts";
import { TermsRehearsal } from "./terms-rehearsal.tsx";
import { TermsForm, useTermsChanges } from "./use-terms.tsx";

const labels: Record<keyof TaxValues, string> = {
  country: "Where the shop is",
  currency: "Currency",
  locale: "How amounts are written",
  pricesIncludeTax: "Prices include tax",
  taxRounding: "Tax is rounded",
  isDeliveryTaxed: "Delivery bears tax",
  distanceSalesMax: "Threshold of distance sales in the EU",
  reverseChargeTo: "Reverse charge",
  taxClasses: "Tax classes",
  taxRates: "Tax rates",
};

const locales =
  "en-US en-GB en-AU en-CA en-IE en-IN en-NZ en-ZA cs-CZ da-DK de-AT de-CH de-DE es-ES es-MX et-EE fi-FI fr-BE fr-CA fr-CH fr-FR hr-HR hu-HU it-CH it-IT ja-JP ko-KR lt-LT lv-LV nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sv-SE th-TH tr-TR zh-HK zh-TW".split(
    " ",
  );

/** The form of the shop's currency and taxes. */
export function TaxTerms() {
  return <TermsForm>{(detail) => <TaxForm detail={detail} />}</TermsForm>;
}

function TaxForm({ detail }: { detail: TermsDetail }) {
  const changes = useTermsChanges();
  const edit = useEditForm<TaxValues>({
    saved: toSavedTax(detail),
    schema: schemaOf(detail.terms, withTax),
    save: async (values, { version }) =>
      toSavedTax(await changes.save(saveTermsSchema.parse({ ...Object(withTax(detail.terms, values)), version }))),
    load: async () => toSavedTax(await changes.load()),
    done: "Currency and tax saved",
    failure: "Your changes could not be saved",
  });
  const { form } = edit;
  return (
    <Stack gap={20}>
      <EditFrame edit={edit} labels={labels} isWide>
        <TaxFields form={form} currencyFixed={detail.currencyFixed} />
      </EditFrame>
      <TermsRehearsal
        isValid={() => !form.validate().hasErrors}
        terms={withTax(detail.terms, form.getValues())}
        version={detail.version}
      />
    </Stack>
  );
}

function TaxFields({ form, currencyFixed }: { form: EditForm<TaxValues>["form"]; currencyFixed: string | null }) {
  return (
    <Stack gap="lg">
      <CountrySelect
        label={labels.country}
        description="Carts are priced for this country until a customer names another one."
        none="Not said"
        maw={440}
        {...form.getInputProps("country")}
      />
      <MoneyFields form={form} fixed={currencyFixed} />
      <Switch
        label={labels.pricesIncludeTax}
        description="On: the price on the page is all that the customer pays for the product. Off: tax is added in the cart."
        {...form.getInputProps("pricesIncludeTax", { type: "checkbox" })}
      />
      <Switch
        label={labels.isDeliveryTaxed}
        description="Delivery then bears the rates of the goods that it brings."
        {...form.getInputProps("isDeliveryTaxed", { type: "checkbox" })}
      />
      <NativeSelect
        label={labels.taxRounding}
        maw={440}
        data={[
          { value: "total", label: "Once for each rate of an order" },
          { value: "line", label: "For each line of an order" },
        ]}
        {...form.getInputProps("taxRounding")}
      />
      <TaxClassesField form={form} />
      <TaxRatesField form={form} />
      <MultiSelect
        label={labels.reverseChargeTo}
        description="Business customers of these countries pay no tax if they give a tax number; they owe it themselves. Leave it empty if it does not concern you."
        data={countryOptions}
        searchable
        clearable
        limit={300}
        maw={640}
        value={codesOf(form.getValues().reverseChargeTo)}
        onChange={(codes) => form.setFieldValue("reverseChargeTo", codes.join(" "))}
        error={form.errors.reverseChargeTo}
      />
      <TextInput
        label={labels.distanceSalesMax}
        description="Your home screen shows how close this year’s sales to other countries of the EU are. Leave it empty if it does not concern you."
        inputMode="decimal"
        maw={440}
        {...form.getInputProps("distanceSalesMax")}
      />
    </Stack>
  );
}

function MoneyFields({ form, fixed }: { form: EditForm<TaxValues>["form"]; fixed: string | null }) {
  const { currency } = form.getValues();
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return (
    <>
      <Select
        label={labels.currency}
        description={fixed ?? "It can be changed until the first order."}
        data={currencies.map((value) => ({ value, label: `${value} ${names.of(value)}` }))}
        searchable
        allowDeselect={false}
        disabled={fixed !== null}
        maw={440}
        {...form.getInputProps("currency")}
      />
      <Select
        label={labels.locale}
        data={localeOptions(currency, form.getValues().locale)}
        searchable
        allowDeselect={false}
        maw={440}
        {...form.getInputProps("locale")}
      />
    </>
  );
}

function localeOptions(currency: string, chosen: string) {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return [...new Set([...locales, chosen])].map((value) => {
    const example = new Intl.NumberFormat(value, { style: "currency", currency, numberingSystem: "latn" }).format(
      1_234.5,
    );
    return { value, label: `${example} · ${names.of(value)}` };
  });
}
