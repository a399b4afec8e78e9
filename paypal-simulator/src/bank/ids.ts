import { randomBytes } from "node:crypto";

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** An id like the provider's, marked so that it never passes for one. */
export function newId(prefix = "SIM"): string {
  return `${prefix}${[...randomBytes(14)].map((byte) => letters[byte % letters.length]).join("")}`;
}

/** The provider tells the times of resources in whole seconds. */
export function wholeSeconds(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}
