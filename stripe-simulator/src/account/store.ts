import { randomBytes } from "node:crypto";
import { Refusal } from "./refusal.ts";
import type { Charge, Dispute, PaymentIntent, Refund, StripeEvent } from "./resources.ts";

const eventsMax = 1_000;

/** What the account keeps, for its state file as well. */
export type Contents = { intents: PaymentIntent[]; charges: Charge[]; refunds: Refund[]; disputes: Dispute[] };

/** The resources of an account, by their ids. */
export class Store {
  readonly intents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** The last thousand events, oldest first. */
  readonly events: StripeEvent[] = [];
  onEvent: (event: StripeEvent) => void = () => undefined;
  #aheadMs = 0;

  /** In milliseconds. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** In whole seconds, as resources have it. */
  time(): number {
    return Math.floor(this.now() / 1_000);
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  newId(prefix: string): string {
    return `${prefix}_3Sim${randomBytes(10).toString("hex")}`;
  }

  intent(id: string): PaymentIntent {
    return found(this.intents.get(id));
  }

  charge(id: string): Charge {
    return found(this.charges.get(id));
  }

  refund(id: string): Refund {
    return found(this.refunds.get(id));
  }

  dispute(id: string): Dispute {
    return found(this.disputes.get(id));
  }

  /** Records an event with the resource as it is now. */
  record(type: string, object: StripeEvent["data"]["object"]): void {
    const event: StripeEvent = {
      id: this.newId("evt"),
      object: "event",
      api_version: "simulated",
      created: this.time(),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    if (this.events.length > eventsMax) this.events.shift();
    this.onEvent(event);
  }

  contents(): Contents {
    const { intents, charges, refunds, disputes } = this;
    return {
      intents: [...intents.values()],
      charges: [...charges.values()],
      refunds: [...refunds.values()],
      disputes: [...disputes.values()],
    };
  }

  restore({ intents, charges, refunds, disputes }: Contents): void {
    for (const each of intents) this.intents.set(each.id, each);
    for (const each of charges) this.charges.set(each.id, each);
    for (const each of refunds) this.refunds.set(each.id, each);
    for (const each of disputes) this.disputes.set(each.id, each);
  }
}

function found<Resource>(resource: Resource | undefined): Resource {
  if (resource === undefined) throw new Refusal(404, "resource_missing");
  return resource;
}
