import type { ShippingAddress } from "@shop/shared/cart/cart";

/** An address in one line. */
export function addressText({ address, city, postalCode, country, region }: ShippingAddress): string {
  const place = region === undefined ? `${city} ${postalCode}` : `${city}, ${region} ${postalCode}`;
  return [address, place.trim(), country].filter((part) => part !== "").join(", ");
}

/** The fields of an address alone. */
export function addressOf(from: ShippingAddress): ShippingAddress {
  const { address, city, postalCode, country, countryCode, region, name, phone } = from;
  return {
    address,
    city,
    postalCode,
    country,
    ...(countryCode === undefined ? {} : { countryCode }),
    ...(region === undefined ? {} : { region }),
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
  };
}

export function isSameAddress(one: ShippingAddress, other: ShippingAddress): boolean {
  return addressText(one) === addressText(other);
}

export const blankAddress: ShippingAddress = { address: "", city: "", postalCode: "", country: "" };
