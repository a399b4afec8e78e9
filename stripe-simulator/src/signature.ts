import { createHmac } from "node:crypto";

/** The header by which Stripe signs what it sends: over the time in seconds and the very bytes. */
export function signatureHeader(body: string, secret: string, seconds: number): string {
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}
