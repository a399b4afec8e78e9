import { z } from "zod";
import { openSignedTokens } from "../signed-tokens.ts";

const claims = z.object({ sub: z.uuid(), scope: z.literal("reviews").optional() });

/** Whose mails end: all that the account can do without, or only the invitations to review. */
export type Unsubscription = { userId: string; scope: "all" | "reviews" };

export type UnsubscribeTokens = {
  sign: (unsubscription: Unsubscription) => Promise<string>;
  /** The content of a token; `null` if it is foreign, altered or incomplete. */
  verify: (token: string) => Promise<Unsubscription | null>;
};

/**
 * Signs and verifies the tokens of the links that end mails. A token allows nothing else, and does not expire, because
 * mails are kept for years.
 */
export function openUnsubscribeTokens(secret: string, origin: string): UnsubscribeTokens {
  const tokens = openSignedTokens(secret, origin, { audience: "shop-unsubscribe", claims });
  return {
    sign: ({ userId, scope }) => tokens.sign({ sub: userId, ...(scope === "all" ? {} : { scope }) }),
    verify: async (token) => {
      const found = await tokens.verify(token);
      return found === null ? null : { userId: found.sub, scope: found.scope ?? "all" };
    },
  };
}
