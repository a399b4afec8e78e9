import type { Elements } from "./elements.ts";

type Options = {
  elements: Elements;
  confirmParams: { return_url: string };
};

type Answer = {
  id?: string;
  status?: string;
  last_payment_error?: { message: string } | null;
  error?: { message: string };
};

/** Confirms an intent as the customer has chosen. A bank's own page is shown by a redirect to the shop and back. */
export async function confirmPayment(origin: string, { elements, confirmParams }: Options) {
  const { clientSecret } = elements;
  const id = clientSecret.split("_secret_")[0] ?? "";
  const decision = elements.chosen();
  const response = await fetch(`${origin}/browser/intents/${id}/confirm`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_secret: clientSecret, decision }),
  }).catch(() => undefined);
  if (response === undefined) return failed("The connection to the payment provider failed.");
  const answer: Answer = await response.json();
  const message = answer.last_payment_error?.message ?? answer.error?.message;
  if (message !== undefined) return failed(message);
  if (decision === "bank") {
    const back = new URL(confirmParams.return_url);
    back.searchParams.set("payment_intent", id);
    back.searchParams.set("payment_intent_client_secret", clientSecret);
    back.searchParams.set("redirect_status", "succeeded");
    location.assign(back);
    return new Promise<never>(() => undefined);
  }
  return { paymentIntent: { id, status: answer.status } };
}

function failed(message: string) {
  return { error: { type: "card_error", message } };
}
