import "@mantine/core/styles/Input.layer.css";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ShippingAddress } from "@shop/shared/cart/cart";
import { countryCodeOf, countryList, nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { countryCodes } from "@shop/shared/terms-of-sale/country-codes";
import { hasPostalCode } from "@shop/shared/terms-of-sale/postal-codes";
import { hasRegion, regionsOf } from "@shop/shared/terms-of-sale/regions";
import { type ComponentProps, useId, useState } from "react";
import { type AddressRules, type AddressValues, addressErrors, toValues } from "../lib/address-values.ts";
import { validateOnBlur } from "../lib/validate-on-blur.ts";
import classes from "./address-fields.module.css";

/** A form for a delivery address. */
export function useAddressForm(initial: ShippingAddress, rules: AddressRules) {
  return useForm<AddressValues>({
    initialValues: toValues(initial),
    validate: (values) => addressErrors(values, rules),
    enhanceGetInputProps: validateOnBlur,
  });
}

type AddressFieldsProps = {
  form: ReturnType<typeof useAddressForm>;
  /** The class of the row of city and postal code. */
  pairClass: string | undefined;
  rules: AddressRules;
};

/** The fields of a delivery address: those that addresses of its country have. */
export function AddressFields({ form, pairClass, rules }: AddressFieldsProps) {
  const { country, name, phone } = form.getValues();
  const code = countryCodeOf(country);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextInput label="Address" autoComplete="shipping address-line1" required {...form.getInputProps("address")} />
      <div className={pairClass}>
        <TextInput label="City" autoComplete="shipping address-level2" required {...form.getInputProps("city")} />
        {hasPostalCode(code) && (
          <TextInput
            label="Postal Code"
            autoComplete="shipping postal-code"
            required
            {...form.getInputProps("postalCode")}
          />
        )}
      </div>
      {hasRegion(code) && (
        <ChoiceInput
          label="State or Province (optional)"
          autoComplete="shipping address-level1"
          choicesOf={() => regionsOf(code).map(({ name: regionName }) => regionName)}
          {...form.getInputProps("region")}
        />
      )}
      <CountryField form={form} rules={rules} />
      <details
        className={classes.more}
        // Stays open for whoever empties a field.
        open={isOpen || name !== "" || phone !== ""}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>Add a recipient or telephone number</summary>
        <TextInput label="Recipient (optional)" autoComplete="shipping name" {...form.getInputProps("name")} />
        <TextInput
          label="Telephone (optional)"
          description="For the carrier only"
          type="tel"
          autoComplete="shipping tel"
          {...form.getInputProps("phone")}
        />
      </details>
    </>
  );
}

type CountryFieldProps = { form: ReturnType<typeof useAddressForm>; rules: AddressRules };

/** A country by its name: typed, or chosen from those that the shop delivers to. */
function CountryField({ form, rules: { served, home } }: CountryFieldProps) {
  const isShortList = served !== null && served.length <= countriesNamedMax;
  return (
    <ChoiceInput
      label="Country"
      {...(isShortList ? { description: `We deliver to ${countryList(served)}.` } : {})}
      autoComplete="shipping country-name"
      required
      choicesOf={() => countryChoices(served, home)}
      {...form.getInputProps("country")}
    />
  );
}

/** The names of the countries to choose from, that of the shop first. */
function countryChoices(served: AddressRules["served"], home: string | null): string[] {
  const names = (served ?? countryCodes.map(([two]) => two))
    .filter((code) => code !== home)
    .map(nameOfCountry)
    .toSorted();
  const isHomeServed = home !== null && (served === null || served.includes(home));
  return isHomeServed ? [nameOfCountry(home), ...names] : names;
}

/** The most countries that a field names. */
const countriesNamedMax = 6;

type ChoiceInputProps = Omit<ComponentProps<typeof TextInput>, "list"> & { choicesOf: () => string[] };

/** A text that is typed or chosen from a list, which is made when the field is first used. */
function ChoiceInput({ choicesOf, ...props }: ChoiceInputProps) {
  const [choices, setChoices] = useState<string[]>([]);
  const list = useId();
  return (
    <>
      <TextInput {...props} {...(choices.length > 0 && { list })} onFocusCapture={() => setChoices(choicesOf())} />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </>
  );
}
