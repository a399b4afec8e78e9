import { shopCurrency } from "@shop/shared/currency";
import type { ExpressCheckout } from "@shop/shared/order/express";
import { later } from "../../../db/time.ts";
import { DomainError, retryingConflicts } from "../../base/errors.ts";
import { centsToPay } from "../../order/amount-to-pay.ts";
import { recordEvent } from "../../order/history.ts";
import { lockOrder, type OrderRow } from "../../order/hold.ts";
import { type PaymentDeps, requireProvider } from "../deps.ts";
import { lookUp } from "../look-up.ts";
import { refusalOf, requireAnswer } from "../outcome.ts";
import { changePayment, claimPayment } from "../records.ts";
import { nameOfCheckout, requireExpress } from "./deps.ts";

type Named = ExpressCheckout & { order: OrderRow; by: string; until: number };

/**
 * Makes the provider's order of a checkout that of the shop's order, with its total, so that it can be paid like any other.
 * The payment is recorded before the provider is asked, so that one checkout never pays two orders. Does nothing for an
 * order that has its name already, and for one of another key, which no payment is taken from. Throws
 * PAYMENT_PROVIDER_UNAVAILABLE, PAYMENT_REUSED, and PAYMENT_NOT_VERIFIED if the provider takes no change.
 */
export async function nameExpressOrder(deps: PaymentDeps, { order, id, key, by, until }: Named): Promise<void> {
  const found = await lookUp(requireProvider(deps, "paypal"), id, until);
  if (found.is === "unavailable") throw refusalOf(found) ?? found.cause;
  if (found.order?.units[0]?.customId !== nameOfCheckout(key)) return;
  await claim(deps, { order, id, by });
  const named = { orderId: order.id, amountCents: centsToPay(order), currency: shopCurrency() };
  const isNamed = await requireAnswer(requireExpress(deps).nameOrder(id, named, until));
  if (!isNamed) throw new DomainError("PAYMENT_NOT_VERIFIED", "PayPal asks you to approve the payment once more.");
}

/** Records the payment, which is looked for from now on like one that the shop has started. */
async function claim(deps: PaymentDeps, { order, id, by }: Pick<Named, "order" | "id" | "by">): Promise<void> {
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const locked = await lockOrder(tx, order.id);
      const payment = await claimPayment(tx, locked, id);
      const refusal = payment === null ? refusalOf({ is: "reused" }) : null;
      if (refusal !== null) throw refusal;
      if (payment === null || payment.askAgainAt !== null) return;
      await changePayment(tx, payment.id, { askAgainAt: later(deps.reconcileMs) });
      await recordEvent(tx, { orderId: order.id, act: "payment started", by });
    }),
  );
}
