import { createHmac } from "node:crypto";
import { giftCodeOf } from "@shop/shared/credit/gift-code";
import { deriveKey } from "./sealed-text.ts";

export type GiftCodes = {
  /** The code of a gift card; another one for each version of it. */
  codeOf: (card: { id: string; codeVersion: number }) => string;
};

/**
 * Derives the codes of gift cards with a key of their own, so that no table, backup or queue holds money: who reads the
 * database alone learns none. With a new secret the codes that people have stay valid, as they are recognised by their
 * hashes, but can be shown no more.
 */
export function openGiftCodes(secret: string): GiftCodes {
  const key = deriveKey(secret, "shop gift cards");
  return {
    codeOf: ({ id, codeVersion }) => giftCodeOf(createHmac("sha256", key).update(`${id}\n${codeVersion}`).digest()),
  };
}
