import type { PaymentIntent } from "./resources.ts";

/** An error as Stripe answers it. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    readonly code: string,
    readonly more: { type?: string; param?: string; payment_intent?: PaymentIntent } = {},
  ) {
    super(code);
  }

  get body() {
    const { type = "invalid_request_error", ...more } = this.more;
    return { error: { type, code: this.code, message: `The simulator says no: ${this.code}`, ...more } };
  }
}
