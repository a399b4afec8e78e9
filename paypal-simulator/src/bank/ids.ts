import { randomBytes } from "node:crypto";

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** An id in the provider's format, with a prefix that marks it as simulated. */
export function newId(prefix = "SIM"): string {
  return `${prefix}${[...randomBytes(14)].map((byte) => letters[byte % letters.length]).join("")}`;
}

/** Timestamps of resources have whole seconds, as at the provider. */
export function wholeSeconds(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}
