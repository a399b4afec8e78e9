import { createHash, createHmac } from "node:crypto";

/** Not a secret: the simulator moves no money. */
const key = "the payment simulator's own key";

/** A signed webhook event: its bytes and its signature headers. */
export type Transmission = {
  transmissionId: string;
  time: string;
  webhookId: string;
  body: string | Uint8Array;
};

/**
 * The signature over the exact bytes of an event, without surrounding white space: a shop that
 * embeds the event in its own JSON cannot preserve that.
 */
export function signWebhook({ transmissionId, time, webhookId, body }: Transmission): string {
  const event = Buffer.from(body)
    .toString("latin1")
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  const digest = createHash("sha256").update(event, "latin1").digest("hex");
  return createHmac("sha256", key).update(`${transmissionId}|${time}|${webhookId}|${digest}`).digest("hex");
}
