import { randomUUID } from "node:crypto";
import type { WebhookEvent } from "./bank/resources.ts";
import { signWebhook } from "./webhook-signature.ts";

/** The shop's webhook address and its id. */
export type Webhook = { url: string; id: string };

/** The delivery of one event. */
export type Delivery = {
  id: string;
  eventId: string;
  eventType: string;
  /** The time of the first attempt, in milliseconds. */
  at: number;
  state: "under way" | "delivered" | "given up";
  attempts: number;
  /** The last response status; absent if there was none. */
  status?: number;
};

/** The pauses between attempts, in milliseconds. The provider repeats for days. */
const pausesMs = [250, 1_000, 4_000, 16_000];
const answerMs = 10_000;
const deliveriesMax = 1_000;

/** Delivers events to a shop's webhook, with retries until it accepts them. */
export class Deliveries {
  readonly log: Delivery[] = [];
  #isOn = true;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #ended = new AbortController();

  constructor(
    readonly webhook: Webhook | undefined,
    private readonly now: () => number,
  ) {}

  /** Delivers an event unless deliveries are off. */
  offer(event: WebhookEvent): void {
    if (this.#isOn) this.send(event);
  }

  get isOn(): boolean {
    return this.#isOn && this.webhook !== undefined;
  }

  /** While deliveries are off, new events are not sent; they can be sent by hand later. */
  switch(isOn: boolean): void {
    this.#isOn = isOn;
  }

  /** Delivers an event; `undefined` if no webhook is configured. */
  send(event: WebhookEvent): Delivery | undefined {
    if (this.webhook === undefined) return undefined;
    const delivery: Delivery = {
      id: randomUUID(),
      eventId: event.id,
      eventType: event.event_type,
      at: this.now(),
      state: "under way",
      attempts: 0,
    };
    this.log.push(delivery);
    if (this.log.length > deliveriesMax) this.log.shift();
    void this.#attempt(delivery, this.webhook, JSON.stringify(event));
    return delivery;
  }

  close(): void {
    this.#ended.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(delivery: Delivery, webhook: Webhook, body: string): Promise<void> {
    delivery.attempts += 1;
    const status = await this.#post(delivery, webhook, body);
    if (status === undefined) delete delivery.status;
    else delivery.status = status;
    const isTaken = status !== undefined && status >= 200 && status < 300;
    const pause = pausesMs[delivery.attempts - 1];
    if (isTaken) delivery.state = "delivered";
    else if (pause === undefined || this.#ended.signal.aborted) delivery.state = "given up";
    else this.#later(pause, () => void this.#attempt(delivery, webhook, body));
  }

  /** The response status; `undefined` if there is none. */
  async #post(delivery: Delivery, { url, id: webhookId }: Webhook, body: string): Promise<number | undefined> {
    const transmissionId = delivery.id;
    const time = new Date(this.now()).toISOString();
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          "paypal-auth-algo": "SHA256withRSA",
          "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-SIMULATED",
          "paypal-transmission-id": transmissionId,
          "paypal-transmission-sig": signWebhook({ transmissionId, time, webhookId, body }),
          "paypal-transmission-time": time,
        },
        body,
        signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(answerMs)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    }
  }

  /** Does not keep the process alive. */
  #later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms).unref();
    this.#timers.add(timer);
  }
}
