import { Button, Group, MultiSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { EditForm } from "../parts/use-edit-form.ts";
import { countryOptions } from "./country-select.tsx";
import { type DeliveryValues, everywhere } from "./delivery-values.ts";
import { MethodFields } from "./method-fields.tsx";

type ZoneFieldsProps = { form: EditForm<DeliveryValues>["form"]; n: number; addMethod: () => void };

/** A zone: its name, its countries and the ways in which goods get there. */
export function ZoneFields({ form, n, addMethod }: ZoneFieldsProps) {
  const { zones, deliveryMethods } = form.getValues();
  const zone = zones[n];
  if (zone === undefined) return null;
  const isEverywhere = zone.countries === everywhere;
  const set = (countries: string) => form.setFieldValue(`zones.${n}.countries`, countries);

  function remove(): void {
    form.setFieldValue(
      "deliveryMethods",
      deliveryMethods.filter((method) => method.zone !== zone?.id),
    );
    form.removeListItem("zones", n);
  }
  return (
    <Stack gap="md">
      <TextInput label="Name of the zone" maw={440} autoComplete="off" {...form.getInputProps(`zones.${n}.name`)} />
      <Switch
        label="Every country that no other zone names"
        checked={isEverywhere}
        onChange={({ currentTarget }) => set(currentTarget.checked ? everywhere : "")}
        error={isEverywhere ? form.errors[`zones.${n}.countries`] : undefined}
      />
      {!isEverywhere && (
        <MultiSelect
          label="Countries"
          data={countryOptions}
          searchable
          clearable
          limit={300}
          maw={640}
          value={zone.countries.split(" ").filter((code) => code !== "")}
          onChange={(codes) => set(codes.join(" "))}
          error={form.errors[`zones.${n}.countries`]}
        />
      )}
      <TextInput
        label="Postal codes begin with (optional)"
        description="Such as 25, 18565: the zone then has these places of its countries only, and is taken before one without."
        maw={440}
        autoComplete="off"
        {...form.getInputProps(`zones.${n}.postalPrefixes`)}
      />
      {deliveryMethods.map(
        (method, place) => method.zone === zone.id && <MethodFields key={method.id} form={form} n={place} />,
      )}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={addMethod}>
          Add a delivery method
        </Button>
        {zones.length > 1 && (
          <Button variant="subtle" color="gray" onClick={remove}>
            Remove the zone
          </Button>
        )}
      </Group>
      {form.errors[`zones.${n}.id`] !== undefined && (
        <Text role="alert" c="var(--shop-danger)">
          {form.errors[`zones.${n}.id`]}
        </Text>
      )}
    </Stack>
  );
}
