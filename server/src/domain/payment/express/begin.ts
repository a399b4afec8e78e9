import { randomUUID } from "node:crypto";
import { shopCurrency } from "@shop/shared/currency";
import { fromWire } from "@shop/shared/money";
import type { BeginExpress } from "@shop/shared/order/express";
import { homeCountry } from "@shop/shared/terms-of-sale/home-terms";
import { priceByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { DomainError } from "../../base/errors.ts";
import { quoteCart } from "../../cart/quote.ts";
import { actDeadline } from "../deps.ts";
import { requireAnswer } from "../outcome.ts";
import { meaningOf } from "../refusals.ts";
import { type ExpressDeps, limitCheckouts, nameOfCheckout, refuseUnoffered, requireExpress } from "./deps.ts";

/** The page of the provider on which a customer says who gets the goods. */
export type BegunExpress = { approvalUrl: string };

/**
 * Begins a checkout at the provider, before there is an order: its customer approves an estimate there, and comes back with
 * the address. Nothing is stored, and nothing taken from stock. `address` is that of the caller's network. Throws FORBIDDEN
 * where the shop does not offer it, OUT_OF_STOCK, RATE_LIMITED, PAYMENT_PROVIDER_UNAVAILABLE, and what the provider refuses.
 */
export async function beginExpress(
  deps: ExpressDeps,
  { orderItems }: BeginExpress,
  address: string,
): Promise<BegunExpress> {
  refuseUnoffered(deps);
  const express = requireExpress(deps);
  await limitCheckouts(deps, address);
  const until = actDeadline(deps);
  const amountCents = await estimate(deps, orderItems);
  const key = randomUUID();
  const { origin, name: shopName } = deps.shop;
  const asked = {
    customId: nameOfCheckout(key),
    amountCents,
    currency: shopCurrency(),
    requestId: `express-${key}`,
    shopName,
    approvedUrl: `${origin}/cart?express=${key}`,
    cancelledUrl: `${origin}/cart`,
  };
  const created = await requireAnswer(express.createOrder(asked, until));
  if (created.is === "created") return { approvalUrl: created.approvalUrl };
  const { kind, message } = meaningOf(created.refusal);
  throw new DomainError(kind, message);
}

/** What the goods cost with delivery to where the shop is at home, in cents. */
async function estimate({ db, terms }: ExpressDeps, orderItems: BeginExpress["orderItems"]): Promise<number> {
  const [{ lines }, current] = await Promise.all([
    quoteCart(db, terms, { lines: orderItems.map(({ productId }) => ({ _id: productId })) }),
    terms.current(db),
  ]);
  const items = lines.map(({ product }, n) => {
    const qty = orderItems[n]?.qty ?? 0;
    const priceCents = product === null ? null : fromWire(product.price);
    if (product === null || priceCents === null || product.countInStock < qty) throw notInStock();
    return { priceCents, qty, taxClass: product.taxClass ?? standardTaxClass, grams: product.grams ?? 0 };
  });
  const destination = { country: homeCountry(current.terms), region: null, postalCode: null };
  const choices = { destination, deliveryMethod: null, at: current.at, taxNumber: "", isPaidOnDelivery: false };
  return priceByTerms(items, choices, current.terms).parts.totalCents;
}

function notInStock(): DomainError {
  return new DomainError("OUT_OF_STOCK", "Something in your cart is not in stock any more. Please review your cart.");
}
