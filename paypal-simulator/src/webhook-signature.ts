import { createHash, createHmac } from "node:crypto";

/** Anybody may know it: it signs for a provider that moves no money. */
const key = "the payment simulator's own key";

/** A webhook event on its way: its bytes, and what the headers say of it. */
export type Transmission = {
  transmissionId: string;
  time: string;
  webhookId: string;
  body: string | Uint8Array;
};

/**
 * The signature over the exact bytes of an event. White space around the
 * event is left out: a shop that hands the event on inside its own JSON cannot
 * keep that.
 */
export function signWebhook({ transmissionId, time, webhookId, body }: Transmission): string {
  const event = Buffer.from(body)
    .toString("latin1")
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  const digest = createHash("sha256").update(event, "latin1").digest("hex");
  return createHmac("sha256", key).update(`${transmissionId}|${time}|${webhookId}|${digest}`).digest("hex");
}
