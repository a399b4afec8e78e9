import type { ShippingAddress } from "@shop/shared/cart/cart";

/** An address in one line. */
export function addressText({ address, city, postalCode, country }: ShippingAddress): string {
  return `${address}, ${city} ${postalCode}, ${country}`;
}

/** The fields of an address alone. */
export function addressOf({ address, city, postalCode, country }: ShippingAddress): ShippingAddress {
  return { address, city, postalCode, country };
}

export function isSameAddress(one: ShippingAddress, other: ShippingAddress): boolean {
  return addressText(one) === addressText(other);
}

export const blankAddress: ShippingAddress = { address: "", city: "", postalCode: "", country: "" };
