import type { ShippingAddress } from "@shop/shared/cart/cart";
import type { ExpressCheckout } from "@shop/shared/order/express";
import { shippingAddressSchema } from "@shop/shared/order/order";
import { nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import type { ProviderPayer } from "../../../infra/payment-provider.ts";
import { DomainError } from "../../base/errors.ts";
import { actDeadline } from "../deps.ts";
import { requireAnswer } from "../outcome.ts";
import { type ExpressDeps, limitCheckouts, nameOfCheckout, requireExpress } from "./deps.ts";

/** Who buys, and where the goods go; `null` for an address that the shop cannot use as it is. */
export type ExpressPayer = { name: string; email: string; shippingAddress: ShippingAddress | null };

/**
 * Reads who has approved a checkout at the provider. Only who knows its key gets to know. Throws PAYMENT_NOT_VERIFIED if it
 * was not approved or is another one, RATE_LIMITED, and PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function readExpressPayer(
  deps: ExpressDeps,
  { id, key }: ExpressCheckout,
  address: string,
): Promise<ExpressPayer> {
  const express = requireExpress(deps);
  await limitCheckouts(deps, address);
  const found = await requireAnswer(express.readPayer(id, actDeadline(deps)));
  if (found?.customId !== nameOfCheckout(key)) {
    throw new DomainError("PAYMENT_NOT_VERIFIED", "This checkout is over. Nothing was charged. Please begin again.");
  }
  const { name, email, address: place } = found.payer;
  return { name, email, shippingAddress: place === null ? null : toShippingAddress(place) };
}

function toShippingAddress({
  name,
  lines,
  city,
  region,
  postalCode,
  countryCode,
}: NonNullable<ProviderPayer["address"]>): ShippingAddress | null {
  const country = nameOfCountry(countryCode);
  const { data } = shippingAddressSchema.safeParse({
    address: lines,
    // Some states are one city.
    city: city === "" ? country : city,
    postalCode,
    country,
    countryCode,
    ...(region === "" ? {} : { region }),
    ...(name === "" ? {} : { name }),
  });
  return data ?? null;
}
