/** What the approval window tells the page that opened it. */
export type Outcome = "approved" | "cancelled";

const sender = "paypal-simulator";

/** A message for the opener's window. */
export function toMessage(token: string, outcome: Outcome) {
  return { sender, token, outcome };
}

/** The outcome that a message tells of this token; `undefined` for anything else that arrives. */
export function readMessage(data: unknown, token: string): Outcome | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (Reflect.get(data, "sender") !== sender || Reflect.get(data, "token") !== token) return undefined;
  const outcome: unknown = Reflect.get(data, "outcome");
  return outcome === "approved" || outcome === "cancelled" ? outcome : undefined;
}
