import type { StripeSimulator } from "@shop/stripe-simulator/server";
import { signatureHeader } from "@shop/stripe-simulator/signature";
import type { SimulatedProvider } from "./simulated-provider.ts";
import { planStripeFault } from "./stripe-faults.ts";

export const walkStripeSecret = "whsec_walk";

/** Stripe as a walk sees it. */
export function simulatedStripe({ account, faults, isBusy }: StripeSimulator): SimulatedProvider {
  const capturesOf = (id: string) => {
    const charge = account.chargeOf(id);
    const isCapture = charge !== undefined && (charge.captured || charge.status === "pending");
    return isCapture ? [charge] : [];
  };
  const takenBack = (chargeId: string) =>
    account.disputesOf(chargeId).reduce((sum, { status, amount }) => sum + (status === "lost" ? amount : 0), 0);
  return {
    name: "stripe",
    wayToPay: "Stripe",
    now: () => account.now(),
    advance: (ms) => account.advance(ms),
    isBusy,
    drawAccount: () => undefined,
    planFault: (random) => planStripeFault(faults, random),
    clearFaults: () => faults.clear(),
    create: (orderId, cents) =>
      account.create({ amount: cents, currency: "usd", metadata: { order_id: orderId }, description: null }).id,
    isOpen: (id) => account.read(id).status === "requires_payment_method",
    decide: (id, decision, random) => {
      if (decision === "cancel") return false;
      // Some methods cannot wait for the shop.
      const isAtOnce = decision === "approve" && random() < 0.25;
      const approved = isAtOnce ? "bank" : "card";
      account.confirm(id, decision === "decline" ? "declined card" : decision === "pend" ? "debit" : approved);
      return isAtOnce || decision === "pend";
    },
    isApproved: (id) => account.read(id).status === "requires_capture",
    capture: (id) => void account.capture(id),
    centsOf: (id) => account.read(id).amount,
    captures: (id) =>
      capturesOf(id).map((charge) => ({
        id: charge.id,
        isPending: charge.status === "pending",
        isInForce: charge.amount_captured - charge.amount_refunded - takenBack(charge.id) > 0,
        cents: charge.amount,
      })),
    refundsOf: (captureId) =>
      account.refundsOf(captureId).map(({ id, status, metadata }) => ({
        id,
        isPending: status === "pending",
        isFailed: status === "failed",
        customId: metadata.refund_id,
      })),
    refund: (charge, cents) => void account.refund({ charge, amount: cents, metadata: {} }),
    nextRefund: (status) => account.nextRefund(status),
    reverse: (captureId) => void account.decideDispute(account.dispute(captureId).id, "lost"),
    dispute: (captureId, outcome) => {
      const { id } = account.dispute(captureId);
      if (outcome !== undefined) account.decideDispute(id, outcome);
    },
    endReview: (id, isTaken) => account.settle(id, isTaken),
    settleRefund: (refundId, isMade) => account.settleRefund(refundId, isMade ? "succeeded" : "failed"),
    heldFor: (orderId) => {
      const charges = account.intentsFor(orderId).flatMap(({ id }) => capturesOf(id));
      return {
        capturedCents: charges.reduce((sum, { amount_captured }) => sum + amount_captured, 0),
        refundedCents: charges.reduce((sum, { id, amount_refunded }) => sum + amount_refunded + takenBack(id), 0),
      };
    },
    events: () =>
      account.events.map((event) => ({ id: event.id, body: JSON.stringify(event), about: event.data.object.id })),
    checkout: undefined,
    sign: (body, isGenuine) => {
      const seconds = Math.floor(Date.now() / 1_000);
      const secret = isGenuine ? walkStripeSecret : "whsec_forged";
      const sentAt = new Date(seconds * 1_000).toISOString();
      return { sentAt, headers: { "stripe-signature": signatureHeader(body, secret, seconds) } };
    },
  };
}
