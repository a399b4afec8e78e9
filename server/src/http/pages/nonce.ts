import { randomBytes } from "node:crypto";

const size = 16;
const stock = 256;
let drawn = Buffer.alloc(0);

/** A CSP nonce of 128 random bits. Random bytes are fetched in batches, because each system call is slow. */
export function makeNonce(): string {
  if (drawn.length === 0) drawn = randomBytes(size * stock);
  const nonce = drawn.toString("base64url", 0, size);
  drawn = drawn.subarray(size);
  return nonce;
}
