import type { ShippingAddress } from "@shop/shared/cart/cart";
import { shippingAddressSchema } from "@shop/shared/order/order";
import { countryCodeOf, countryList, nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { hasPostalCode, postalCodeComplaint } from "@shop/shared/terms-of-sale/postal-codes";
import { servedCountries } from "@shop/shared/terms-of-sale/price-by-terms";
import { hasRegion, regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import { specifiedVersion, type TermsVersion } from "@shop/shared/terms-of-sale/terms-of-sale";

/** The fields of an address form; empty where there is nothing. */
export type AddressValues = Record<"address" | "city" | "postalCode" | "country" | "region" | "name" | "phone", string>;

/** What addresses have to be like. By the specified terms of sale they are texts, of which none is checked. */
export type AddressRules = {
  /** The countries that the shop delivers to; null for any. */
  served: readonly string[] | null;
  /** Where the shop is, which is offered first; null for nowhere in particular. */
  home: string | null;
  /** Whether countries are known by their codes, and postal codes checked by their forms. */
  areChecked: boolean;
};

/** The rules of an address to which nothing is sent yet. */
export function bookRules({ version, terms }: TermsVersion): AddressRules {
  return { served: null, home: terms.country, areChecked: version !== specifiedVersion.version };
}

/** The rules of an address to which an order is sent. */
export function orderRules(selling: TermsVersion): AddressRules {
  return { ...bookRules(selling), served: servedCountries(selling.terms) };
}

export function toValues(from: ShippingAddress): AddressValues {
  const { address, city, postalCode, country, region = "", name = "", phone = "" } = from;
  return { address, city, postalCode, country, region, name, phone };
}

/** The address of a form, without what its country's addresses do not have. */
export function toShippingAddress(values: AddressValues, { areChecked }: AddressRules): ShippingAddress {
  const { address, city, country, name, phone } = values;
  const countryCode = countryCodeOf(country);
  const region = hasRegion(countryCode) ? regionCodeOf(countryCode, values.region) : null;
  return {
    address: address.trim(),
    city: city.trim(),
    postalCode: hasPostalCode(countryCode) ? values.postalCode.trim() : "",
    country: country.trim(),
    ...(countryCode === null || !areChecked ? {} : { countryCode }),
    ...(region === null ? {} : { region }),
    ...(name.trim() === "" ? {} : { name: name.trim() }),
    ...(phone.trim() === "" ? {} : { phone: phone.trim() }),
  };
}

/** The errors of an address by field. */
export function addressErrors(values: AddressValues, rules: AddressRules): Partial<AddressValues> {
  const address = toShippingAddress(values, rules);
  const errors: Partial<AddressValues> = {};
  for (const { path, message } of shippingAddressSchema.safeParse(address).error?.issues ?? []) {
    const [field] = path;
    if (typeof field === "string" && field in values) Object.assign(errors, { [field]: message });
  }
  const complaint = notServed(address, rules);
  if (errors.country === undefined && complaint !== undefined) errors.country = complaint;
  const postal = rules.areChecked ? postalCodeComplaint(countryCodeOf(values.country), address.postalCode) : undefined;
  if (errors.postalCode === undefined && address.postalCode !== "" && postal !== undefined) errors.postalCode = postal;
  return errors;
}

function notServed({ country, countryCode }: ShippingAddress, { served }: AddressRules): string | undefined {
  if (served === null || (countryCode !== undefined && served.includes(countryCode))) return undefined;
  const where =
    countryCode === undefined
      ? `We do not know the country “${country}”`
      : `We do not deliver to ${nameOfCountry(countryCode)}`;
  return `${where}. We deliver to ${countryList(served)}.`;
}
