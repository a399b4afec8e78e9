import "@mantine/core/styles/Input.layer.css";
import { TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import type { ShippingAddress } from "@shop/shared/cart/cart";
import { shippingAddressSchema } from "@shop/shared/order/order";
import { validateOnBlur } from "../lib/validate-on-blur.ts";

/** A form for a delivery address. */
export function useAddressForm(initialValues: ShippingAddress) {
  return useForm({
    initialValues,
    validate: schemaResolver(shippingAddressSchema, { sync: true }),
    enhanceGetInputProps: validateOnBlur,
  });
}

type AddressFieldsProps = {
  form: ReturnType<typeof useAddressForm>;
  /** The class of the row of city and postal code. */
  pairClass: string | undefined;
};

/** The fields of a delivery address. */
export function AddressFields({ form, pairClass }: AddressFieldsProps) {
  return (
    <>
      <TextInput label="Address" autoComplete="shipping address-line1" required {...form.getInputProps("address")} />
      <div className={pairClass}>
        <TextInput label="City" autoComplete="shipping address-level2" required {...form.getInputProps("city")} />
        <TextInput
          label="Postal Code"
          autoComplete="shipping postal-code"
          required
          {...form.getInputProps("postalCode")}
        />
      </div>
      <TextInput label="Country" autoComplete="shipping country-name" required {...form.getInputProps("country")} />
    </>
  );
}
