import "@mantine/core/styles/Input.layer.css";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { AddressBook } from "@shop/shared/account/address";
import type { Cart, ShippingAddress } from "@shop/shared/cart/cart";
import { sentGoods } from "@shop/shared/cart/price-cart";
import { addressesMax } from "@shop/shared/shop";
import { countryCodeOf, nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { deliveryMethodsTo, zoneOf } from "@shop/shared/terms-of-sale/delivery-methods";
import { areGiftCards } from "@shop/shared/terms-of-sale/gift-card-class";
import { useEffect, useMemo, useRef, useState } from "react";
import { addressOf, addressText, blankAddress, isSameAddress } from "../../lib/address-text.ts";
import { type AddressRules, orderRules, toShippingAddress, toValues } from "../../lib/address-values.ts";
import { useSelling } from "../../lib/selling.ts";
import { focusFirstError } from "../../lib/validate-on-blur.ts";
import { AddressFields, useAddressForm } from "../../ui/address-fields.tsx";
import checkBox from "../../ui/check-box.module.css";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./checkout-form.module.css";
import { DeliveryChoice } from "./delivery-choice.tsx";

type ShippingChoice = {
  address: ShippingAddress;
  /** The id of the delivery method; absent where there is none to choose. */
  deliveryMethod: string | undefined;
  /** The tax number of a business; empty for none. */
  taxNumber: string;
  /** Whether the customer wants the address in the address book. */
  isToKeep: boolean;
};

type ShippingFormProps = {
  cart: Cart;
  /** Absent until it is loaded, and where it could not be. */
  book: AddressBook | undefined;
  onSave: (choice: ShippingChoice) => void;
};

/** Shipping address form, prefilled with the address of the cart, else with the default one or that of the last order. */
export function ShippingForm({ cart, book, onSave }: ShippingFormProps) {
  const selling = useSelling();
  const rules = useMemo(() => orderRules(selling), [selling]);
  const form = useAddressForm(cart.shippingAddress, rules);
  const [isToKeep, setToKeep] = useState(false);
  const [taxNumber, setTaxNumber] = useState(cart.taxNumber ?? "");
  usePrefill(form, book, rules);
  const address = toShippingAddress(form.values, rules);
  const delivery = useDelivery(cart, address);
  const chosen = book?.saved.find((one) => isSameAddress(one, address));
  const canKeep = book !== undefined && chosen === undefined && book.saved.length < addressesMax;

  function choose(id: string): void {
    form.setValues(toValues(book?.saved.find(({ _id }) => _id === id) ?? blankAddress));
    form.clearErrors();
  }

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => {
          if (delivery.isTooHeavy) return;
          onSave({
            address: toShippingAddress(values, rules),
            deliveryMethod: delivery.methods.length > 1 ? delivery.chosen : undefined,
            taxNumber: taxNumber.trim(),
            isToKeep: canKeep && isToKeep,
          });
        },
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
      <AddressFields form={form} pairClass={classes.pair} rules={rules} />
      {canKeep && (
        <label className={classes.keep}>
          <input
            type="checkbox"
            className={checkBox.box}
            checked={isToKeep}
            onChange={({ currentTarget }) => setToKeep(currentTarget.checked)}
          />
          Save it for next time
        </label>
      )}
      {rules.areChecked && (
        <TextInput
          label="Tax Number (optional)"
          description="For businesses. It is printed on your invoice."
          autoComplete="off"
          maxLength={30}
          value={taxNumber}
          onChange={({ currentTarget }) => setTaxNumber(currentTarget.value)}
        />
      )}
      <DeliveryChoice {...delivery} />
      {delivery.isTooHeavy && (
        <StateAlert tone="danger">
          These goods are too heavy for us to send there. Please order fewer of them.
        </StateAlert>
      )}
      <Button type="submit" fullWidth>
        Continue
      </Button>
    </form>
  );
}

/** Fills an empty form: with the default address, else that of the last order, else with the browser's country. */
function usePrefill(form: ReturnType<typeof useAddressForm>, book: AddressBook | undefined, rules: AddressRules) {
  const isPrefilled = useRef(false);
  useEffect(() => {
    if (book === undefined || isPrefilled.current) return;
    isPrefilled.current = true;
    if (!isSameAddress(toShippingAddress(form.getValues(), rules), blankAddress)) return;
    const first = book.saved[0] ?? book.last;
    const country = first === null ? countryOfBrowser(rules) : undefined;
    if (first !== null) form.setValues(toValues(addressOf(first)));
    else if (country !== undefined) form.setFieldValue("country", country);
  }, [book, form, rules]);
}

/** The country of the browser's language, if the shop delivers there; else the only one that it delivers to. */
function countryOfBrowser({ served, areChecked }: AddressRules): string | undefined {
  // The specified field is empty at first.
  if (!areChecked) return undefined;
  const { region } = new Intl.Locale(navigator.language);
  const code = region === undefined ? null : countryCodeOf(region);
  if (code !== null && (served === null || served.includes(code))) return nameOfCountry(code);
  const [only, ...others] = served ?? [];
  return only !== undefined && others.length === 0 ? nameOfCountry(only) : undefined;
}

/** The delivery methods to an address, and the choice of one. */
function useDelivery({ cartItems, deliveryMethod }: Cart, address: ShippingAddress) {
  const { terms } = useSelling();
  const [wanted, setWanted] = useState(deliveryMethod);
  const goods = sentGoods({ cartItems });
  const isMailed = areGiftCards(cartItems);
  const place = { country: address.countryCode ?? null, postalCode: address.postalCode };
  const methods = isMailed ? [] : deliveryMethodsTo(terms, place, goods);
  const first = methods.find(({ pickUp }) => pickUp === null) ?? methods[0];
  return {
    methods,
    goods,
    chosen: methods.some(({ id }) => id === wanted) ? wanted : first?.id,
    onChoose: setWanted,
    isTooHeavy: !isMailed && methods.length === 0 && zoneOf(terms.zones, place) !== undefined,
  };
}
