import { randomBytes } from "node:crypto";

const size = 16;
const stock = 256;
let drawn = Buffer.alloc(0);

/**
 * What allows a page's own scripts: 128 bits that nobody can guess, never twice
 * the same. The bytes of several are drawn at once: asking the system for them
 * costs as much as a good part of a page.
 */
export function makeNonce(): string {
  if (drawn.length === 0) drawn = randomBytes(size * stock);
  const nonce = drawn.toString("base64url", 0, size);
  drawn = drawn.subarray(size);
  return nonce;
}
