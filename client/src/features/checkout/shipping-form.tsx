import "@mantine/core/styles/Input.layer.css";
import { Button, NativeSelect } from "@mantine/core";
import type { AddressBook } from "@shop/shared/account/address";
import type { ShippingAddress } from "@shop/shared/cart/cart";
import { shippingAddressSchema } from "@shop/shared/order/order";
import { addressesMax } from "@shop/shared/shop";
import { useEffect, useRef, useState } from "react";
import { addressOf, addressText, blankAddress, isSameAddress } from "../../lib/address-text.ts";
import { focusFirstError } from "../../lib/validate-on-blur.ts";
import { AddressFields, useAddressForm } from "../../ui/address-fields.tsx";
import classes from "./checkout-form.module.css";

type ShippingFormProps = {
  /** The address of the cart; blank before the first one. */
  saved: ShippingAddress;
  /** Absent until it is loaded, and where it could not be. */
  book: AddressBook | undefined;
  /** `isToKeep`: whether the customer wants it in the address book. */
  onSave: (address: ShippingAddress, isToKeep: boolean) => void;
};

/** Shipping address form, prefilled with the address of the cart, else with the default one or that of the last order. */
export function ShippingForm({ saved, book, onSave }: ShippingFormProps) {
  const form = useAddressForm(saved);
  const [isToKeep, setToKeep] = useState(false);
  const isPrefilled = useRef(false);
  useEffect(() => {
    if (book === undefined || isPrefilled.current) return;
    isPrefilled.current = true;
    const first = book.saved[0] ?? book.last;
    const isUntouched = isSameAddress(form.getValues(), blankAddress);
    if (first !== null && isUntouched) form.setValues(addressOf(first));
  }, [book, form]);
  const chosen = book?.saved.find((one) => isSameAddress(one, form.values));
  const canKeep = book !== undefined && chosen === undefined && book.saved.length < addressesMax;

  function choose(id: string): void {
    form.setValues(addressOf(book?.saved.find(({ _id }) => _id === id) ?? blankAddress));
    form.clearErrors();
  }

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (address) => onSave(shippingAddressSchema.parse(address), canKeep && isToKeep),
        (errors) => focusFirstError(form, errors),
      )}
    >
      {book !== undefined && book.saved.length > 0 && (
        <NativeSelect
          label="Deliver to"
          value={chosen?._id ?? ""}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            ...book.saved.map((one) => ({ value: one._id, label: addressText(one) })),
            { value: "", label: "A new address" },
          ]}
        />
      )}
      <AddressFields form={form} pairClass={classes.pair} />
      {canKeep && (
        <label className={classes.keep}>
          <input
            type="checkbox"
            checked={isToKeep}
            onChange={({ currentTarget }) => setToKeep(currentTarget.checked)}
          />
          Save it for next time
        </label>
      )}
      <Button type="submit" fullWidth>
        Continue
      </Button>
    </form>
  );
}
