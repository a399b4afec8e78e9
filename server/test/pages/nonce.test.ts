import { expect, test } from "vitest";
import { makeNonce } from "../../src/http/pages/nonce.ts";

test("A nonce is 128 bits that come once, also beyond those that are drawn together", () => {
  const nonces = Array.from({ length: 1_000 }, makeNonce);
  expect(new Set(nonces).size).toBe(1_000);
  for (const nonce of nonces) expect(Buffer.from(nonce, "base64url")).toHaveLength(16);
});
