/** The message from the approval window to the page that opened it. */
export type Outcome = "approved" | "cancelled";

const sender = "paypal-simulator";

/** Builds a message. */
export function toMessage(token: string, outcome: Outcome) {
  return { sender, token, outcome };
}

/** The outcome for this token; `undefined` for any other message. */
export function readMessage(data: unknown, token: string): Outcome | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (Reflect.get(data, "sender") !== sender || Reflect.get(data, "token") !== token) return undefined;
  const outcome: unknown = Reflect.get(data, "outcome");
  return outcome === "approved" || outcome === "cancelled" ? outcome : undefined;
}
