import { signWebhook } from "@shop/paypal-simulator/webhook-signature";
import { signatureHeader } from "@shop/stripe-simulator/signature";
import { expect } from "vitest";
import { stripeCredentials } from "./secrets.ts";
import { type TestShop, webhookId } from "./shop.ts";

let sent = 0;

/** The headers with which the provider sends an event: they sign its very bytes. */
export function signedFor(body: string, time = new Date().toISOString()): Record<string, string> {
  sent += 1;
  const transmissionId = `transmission-${sent}`;
  return {
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": "https://api.paypal.com/certs/one",
    "paypal-transmission-id": transmissionId,
    "paypal-transmission-sig": signWebhook({ transmissionId, time, webhookId, body }),
    "paypal-transmission-time": time,
  };
}

/** The header with which Stripe sends an event. */
export function signedByStripe(body: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1_000);
  return { "stripe-signature": signatureHeader(body, stripeCredentials.webhookSecret, seconds) };
}

/** Sends a shop word of something, by default as the provider itself does. */
export function notify(
  { origin }: { origin: string },
  event: unknown,
  { body = JSON.stringify(event), headers = signedFor(body) }: { body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${origin}/api/webhooks/paypal`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

/** A capture past the shop, for an order of 21.50 that names one of ours; the provider tells of it. Gives the capture's id. */
export async function payElsewhere(shop: Pick<TestShop, "origin" | "simulator">, orderId: string): Promise<string> {
  const { bank } = shop.simulator;
  const unit = { custom_id: orderId, invoice_id: undefined, amount: { currency_code: "USD", value: "21.50" } };
  const { id } = bank.create([unit]);
  bank.decide(id, "approve");
  bank.capture(id);
  expect((await notify(shop, bank.events.at(-1))).status).toBe(200);
  const [capture] = bank.captures(id);
  if (capture === undefined) throw new Error("nothing was captured");
  return capture.id;
}
