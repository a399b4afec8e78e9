import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { apiKeyMark } from "@shop/shared/program/api-key";

const randomPart = 32;
/** The digits after the mark by which a key is found and recognised; the others stay secret. */
const shownDigits = 8;

/** A new key: the mark, by which scanners find it, and 256 random bits. */
export function newApiKey(): string {
  return apiKeyMark + randomBytes(randomPart).toString("hex");
}

/** The beginning of a key, which is stored and shown. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, apiKeyMark.length + shownDigits);
}

/** The digest that is stored of a key. A fast one is enough, because a key is random and too long to be guessed. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Compares a key with a stored digest in a time that does not depend on where they differ. */
export function matchesApiKey(key: string, hash: string): boolean {
  const [actual, expected] = [Buffer.from(hashApiKey(key)), Buffer.from(hash)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
