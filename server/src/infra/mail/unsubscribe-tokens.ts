import { z } from "zod";
import { openSignedTokens } from "../signed-tokens.ts";

const claims = z.object({ sub: z.uuid() });

export type UnsubscribeTokens = {
  /** Signs a token for an account. */
  sign: (userId: string) => Promise<string>;
  /** The account of a token; `null` if it is foreign, altered or incomplete. */
  verify: (token: string) => Promise<string | null>;
};

/**
 * Signs and verifies the tokens of the links that end mails. A token allows nothing else, and does not expire, because
 * mails are kept for years.
 */
export function openUnsubscribeTokens(secret: string, origin: string): UnsubscribeTokens {
  const tokens = openSignedTokens(secret, origin, { audience: "shop-unsubscribe", claims });
  return {
    sign: (userId) => tokens.sign({ sub: userId }),
    verify: async (token) => (await tokens.verify(token))?.sub ?? null,
  };
}
