import type { StripeEvent } from "./account/resources.ts";
import { signatureHeader } from "./signature.ts";

/** The shop's webhook address and the secret that its events are signed with. */
export type Webhook = { url: string; secret: string };

/** The pauses between attempts, in milliseconds. Stripe repeats for days. */
const pausesMs = [250, 1_000, 4_000];
const answerMs = 10_000;

/** Delivers events to the shop's webhook, with retries until it accepts them. */
export class Deliveries {
  isOn = true;
  readonly #ended = new AbortController();

  constructor(private readonly webhook: Webhook | undefined) {}

  /** Delivers an event unless deliveries are off. */
  offer(event: StripeEvent): void {
    if (this.isOn && this.webhook !== undefined) void this.#deliver(this.webhook, JSON.stringify(event), 0);
  }

  close(): void {
    this.#ended.abort();
  }

  async #deliver(webhook: Webhook, body: string, attempt: number): Promise<void> {
    if (this.#ended.signal.aborted || (await this.#isTaken(webhook, body))) return;
    const pause = pausesMs[attempt];
    if (pause !== undefined) setTimeout(() => void this.#deliver(webhook, body, attempt + 1), pause).unref();
  }

  async #isTaken({ url, secret }: Webhook, body: string): Promise<boolean> {
    try {
      const signature = signatureHeader(body, secret, Math.floor(Date.now() / 1_000));
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/json", "stripe-signature": signature },
        body,
        signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(answerMs)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
