import type { FastifyRequest } from "fastify";
import type { Capture, Order, Refund } from "./bank/resources.ts";

/**
 * Without `Prefer: return=representation`, responses contain only the id, the status and links, as
 * at the provider. A read returns the whole resource.
 */
export function represent(request: FastifyRequest, body: unknown): unknown {
  if (request.method === "GET" || String(request.headers.prefer).includes("return=representation")) return body;
  if (isOrder(body)) return { id: body.id, status: body.status, links: [] };
  if (isPayment(body)) return { id: body.id, status: body.status, links: body.links };
  return body;
}

type Lie = {
  amount?: string | undefined;
  currency?: string | undefined;
  payee?: string | undefined;
  customId?: string | undefined;
  cvvCode?: string | undefined;
  avsCode?: string | undefined;
};

/** Replaces a part of a response with false data. */
export function falsify(body: unknown, lie: Lie): unknown {
  const falsified = structuredClone(body);
  if (isPayment(falsified)) falsifyPayment(falsified, lie);
  if (!isOrder(falsified)) return falsified;
  for (const unit of falsified.purchase_units) {
    for (const payment of [unit, ...(unit.payments?.captures ?? [])]) falsifyPayment(payment, lie);
    for (const capture of unit.payments?.captures ?? []) {
      if (lie.cvvCode === undefined && lie.avsCode === undefined) continue;
      capture.processor_response = { cvv_code: lie.cvvCode, avs_code: lie.avsCode };
    }
    unit.payee.merchant_id = lie.payee ?? unit.payee.merchant_id;
  }
  return falsified;
}

function falsifyPayment(payment: Pick<Capture, "amount" | "custom_id">, lie: Lie): void {
  payment.amount.value = lie.amount ?? payment.amount.value;
  payment.amount.currency_code = lie.currency ?? payment.amount.currency_code;
  payment.custom_id = lie.customId ?? payment.custom_id;
}

function isOrder(body: unknown): body is Order {
  return typeof body === "object" && body !== null && "purchase_units" in body;
}

function isPayment(body: unknown): body is Capture | Refund {
  return typeof body === "object" && body !== null && "amount" in body && "links" in body;
}
