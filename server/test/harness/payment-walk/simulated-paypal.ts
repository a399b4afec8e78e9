import type { Simulator } from "@shop/paypal-simulator/server";
import { signWebhook } from "@shop/paypal-simulator/webhook-signature";
import { uuidv7 } from "uuidv7";
import { planPayPalFault } from "./paypal-faults.ts";
import type { SimulatedProvider } from "./simulated-provider.ts";

export const walkWebhookId = "WEBHOOK-OF-THE-WALK";
/** As long as PayPal lets an approval be used, in milliseconds; less than the shop goes on looking. */
const approvalMs = 10_800_000;
const open = ["CREATED", "PAYER_ACTION_REQUIRED", "APPROVED"];
const decimal = (cents: number) => ({ currency_code: "USD", value: (cents / 100).toFixed(2) });
const toCents = ({ value }: { value: string }) => Math.round(Number(value) * 100);

/** PayPal as a walk sees it. */
export function simulatedPayPal({ bank, faults, isBusy }: Simulator): SimulatedProvider {
  const isRecent = (begunAt: number) => bank.now() - begunAt <= approvalMs;
  return {
    name: "paypal",
    wayToPay: "PayPal",
    now: () => bank.now(),
    advance: (ms) => bank.advance(ms),
    isBusy,
    // A setting of the account: with and without it the money must be true.
    drawAccount: (random) => {
      bank.blocksDuplicateInvoices = random() < 0.6;
    },
    planFault: (random) => planPayPalFault(faults, random),
    clearFaults: () => faults.clear(),
    create: (orderId, cents, isNamedTwice) => {
      const invoice_id = isNamedTwice ? orderId : undefined;
      return bank.create([{ custom_id: orderId, invoice_id, amount: decimal(cents) }]).id;
    },
    isOpen: (id, begunAt) => open.includes(bank.read(id).status) && isRecent(begunAt),
    decide: (id, decision) => {
      bank.decide(id, decision);
      return false;
    },
    isApproved: (id, begunAt) => bank.read(id).status === "APPROVED" && isRecent(begunAt),
    capture: (id) => void bank.capture(id),
    centsOf: (id) => bank.read(id).purchase_units.reduce((sum, { amount }) => sum + toCents(amount), 0),
    captures: (id) =>
      bank.captures(id).map(({ id: captureId, status, amount }) => ({
        id: captureId,
        isPending: status === "PENDING",
        isInForce: status === "COMPLETED" || status === "PARTIALLY_REFUNDED",
        cents: toCents(amount),
      })),
    refundsOf: (captureId) =>
      bank.refundsOf(captureId).map(({ id, status, custom_id }) => ({
        id,
        isPending: status === "PENDING",
        isFailed: status === "FAILED",
        customId: custom_id,
      })),
    refund: (captureId, cents) => void bank.refund(captureId, cents === undefined ? {} : { amount: decimal(cents) }),
    nextRefund: (status) => bank.nextRefunds(status === "pending" ? "PENDING" : "FAILED"),
    reverse: (captureId) => void bank.reverse(captureId),
    dispute: (captureId, outcome) => {
      const { dispute_id } = bank.openDispute(captureId);
      if (outcome === "lost") bank.resolveDispute(dispute_id, "RESOLVED_BUYER_FAVOUR");
      if (outcome === "won") bank.resolveDispute(dispute_id, "RESOLVED_SELLER_FAVOUR");
    },
    endReview: (id, isTaken) => bank.clear(id, isTaken ? "COMPLETED" : "DECLINED"),
    settleRefund: (refundId, isMade) => void bank.settleRefund(refundId, isMade ? "COMPLETED" : "FAILED"),
    heldFor: (orderId) => bank.heldFor(orderId),
    events: () =>
      bank.events.map((event) => ({
        id: event.id,
        body: JSON.stringify(event),
        about: "id" in event.resource ? event.resource.id : event.resource.dispute_id,
      })),
    checkout: {
      keyOf: (id) => new URL(bank.read(id).context?.return_url ?? "").searchParams.get("express") ?? "",
      nameOf: (id) => bank.read(id).purchase_units[0]?.custom_id,
    },
    sign: (body, isGenuine) => {
      const transmission = { transmissionId: uuidv7(), time: new Date().toISOString() };
      const signature = isGenuine ? signWebhook({ ...transmission, webhookId: walkWebhookId, body }) : "forged";
      const headers = {
        "paypal-transmission-id": transmission.transmissionId,
        "paypal-transmission-time": transmission.time,
        "paypal-transmission-sig": signature,
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": "https://example.com/cert",
      };
      return { sentAt: transmission.time, headers };
    },
  };
}
