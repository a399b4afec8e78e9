import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import type { ShippingAddress } from "@shop/shared/cart";
import { shippingAddressSchema } from "@shop/shared/order";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import classes from "./checkout-form.module.css";

type ShippingFormProps = { saved: ShippingAddress; onSave: (address: ShippingAddress) => void };

/** Shipping address form, prefilled with the stored address. */
export function ShippingForm({ saved, onSave }: ShippingFormProps) {
  const form = useForm({
    initialValues: saved,
    validate: schemaResolver(shippingAddressSchema, { sync: true }),
    enhanceGetInputProps: validateOnBlur,
  });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (address) => onSave(shippingAddressSchema.parse(address)),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput label="Address" autoComplete="shipping address-line1" required {...form.getInputProps("address")} />
      <div className={classes.pair}>
        <TextInput label="City" autoComplete="shipping address-level2" required {...form.getInputProps("city")} />
        <TextInput
          label="Postal Code"
          autoComplete="shipping postal-code"
          required
          {...form.getInputProps("postalCode")}
        />
      </div>
      <TextInput label="Country" autoComplete="shipping country-name" required {...form.getInputProps("country")} />
      <Button type="submit" fullWidth>
        Continue
      </Button>
    </form>
  );
}
