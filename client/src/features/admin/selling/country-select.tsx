import { Select } from "@mantine/core";
import { nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { countryCodes } from "@shop/shared/terms-of-sale/country-codes";
import type { ComponentProps } from "react";

export const countryOptions = countryCodes
  .map(([value]) => ({ value, label: nameOfCountry(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, "en"));

type CountrySelectProps = Omit<ComponentProps<typeof Select>, "data"> & {
  /** What no country means. */
  none: string;
};

/** A country by its name, or none. */
export function CountrySelect({ none, ...props }: CountrySelectProps) {
  return (
    <Select
      data={[{ value: "", label: none }, ...countryOptions]}
      searchable
      allowDeselect={false}
      limit={300}
      {...props}
    />
  );
}
