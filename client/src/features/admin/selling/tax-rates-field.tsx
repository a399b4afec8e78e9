import { ActionIcon, Button, Group, NativeSelect, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { startingCountries, startingRatesDay, startingRatesOf } from "@shop/shared/terms-of-sale/starting-rates";
import { standardTaxClass, zeroTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { FieldGroup } from "../parts/field-group.tsx";
import type { EditForm } from "../parts/use-edit-form.ts";
import { CountrySelect } from "./country-select.tsx";
import { type RateValues, type TaxValues, toRateValues } from "./tax-values.ts";

const blankRate: RateValues = {
  tax: "vat",
  name: "VAT",
  taxClass: standardTaxClass,
  country: "",
  region: "",
  rate: "",
  from: "",
};

/** The tax rates by place, class of products and day. */
export function TaxRatesField({ form }: { form: EditForm<TaxValues>["form"] }) {
  const { taxRates, taxClasses } = form.getValues();
  return (
    <FieldGroup legend="Tax rates">
      <Text c="dimmed" mb="xs">
        A rate of a state adds to nothing: it stands in place of its country’s rate with the same tax. Rates with a day
        begin at midnight of their country.
      </Text>
      <StartingRates form={form} />
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: "none" }}>
        {taxRates.map((_rate, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rate has nothing else that stays while it is typed
          <RateRow key={n} form={form} n={n} classes={taxClasses} />
        ))}
      </Stack>
      {taxRates.length === 0 && <Text c="dimmed">No rates: nothing bears tax.</Text>}
      <Button
        variant="default"
        mt="sm"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => form.insertListItem("taxRates", { ...blankRate })}
      >
        Add a rate
      </Button>
    </FieldGroup>
  );
}

type RateRowProps = { form: EditForm<TaxValues>["form"]; n: number; classes: TaxValues["taxClasses"] };

function RateRow({ form, n, classes }: RateRowProps) {
  const field = (name: keyof RateValues, label: string) => ({
    label,
    "aria-label": `${label} of rate ${n + 1}`,
    autoComplete: "off",
    ...form.getInputProps(`taxRates.${n}.${name}`),
  });
  const chosen = classes.filter(({ id }) => id !== zeroTaxClass).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SimpleGrid component="li" cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs" verticalSpacing="xs">
      <CountrySelect none="Everywhere" {...field("country", "Country")} />
      <TextInput placeholder="All" {...field("region", "State or province")} />
      <NativeSelect data={chosen} {...field("taxClass", "Products")} />
      <TextInput {...field("name", "Name on invoices")} />
      <TextInput inputMode="decimal" {...field("rate", "Rate in percent")} />
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput type="date" flex={1} miw={0} {...field("from", "From the day")} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`Remove rate ${n + 1}`}
          onClick={() => form.removeListItem("taxRates", n)}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      </Group>
    </SimpleGrid>
  );
}

/** Fills in the usual rates of a country, with their day and source, for the owner to confirm. */
function StartingRates({ form }: { form: EditForm<TaxValues>["form"] }) {
  const [added, setAdded] = useState<string | null>(null);
  const options = startingCountries
    .map((value) => ({ value, label: nameOfCountry(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));

  function fill(country: string | null): void {
    const starting = country === null ? null : startingRatesOf(country);
    if (country === null || starting === null) return;
    const others = form.getValues().taxRates.filter((rate) => rate.country !== country && rate.country !== "");
    form.setFieldValue("taxRates", [...others, ...starting.rates.map(toRateValues)]);
    setAdded(
      `These are the rates of ${nameOfCountry(country)} as of ${startingRatesDay}. Source: ${starting.source}. Please check them before you save.`,
    );
  }
  return (
    <Group align="end" mb="sm">
      <Select
        label="Start with the rates of a country"
        placeholder="Choose a country"
        data={options}
        searchable
        value={null}
        onChange={fill}
        w={280}
      />
      <Text role="status" c="dimmed" flex="1 1 16rem">
        {added}
      </Text>
    </Group>
  );
}
