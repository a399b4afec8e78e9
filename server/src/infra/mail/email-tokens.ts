import { z } from "zod";
import { openSignedTokens } from "../signed-tokens.ts";

export type EmailTokens = {
  /** Confirms that whoever has the token reads the mails of an account's new address. */
  signConfirmation: (confirmed: { userId: string; email: string }, expiresAt: Date) => Promise<string>;
  verifyConfirmation: (token: string) => Promise<{ userId: string; email: string } | null>;
  /** Allows undoing one change of an account's e-mail. */
  signRestoration: (changeId: string, expiresAt: Date) => Promise<string>;
  verifyRestoration: (token: string) => Promise<string | null>;
};

/** Signs and verifies the tokens of links about changed e-mails. `null` is for foreign, altered and expired ones. */
export function openEmailTokens(secret: string, origin: string): EmailTokens {
  const confirmations = openSignedTokens(secret, origin, {
    audience: "shop-confirm-email",
    claims: z.object({ sub: z.uuid(), email: z.string(), exp: z.number() }),
  });
  const restorations = openSignedTokens(secret, origin, {
    audience: "shop-restore-email",
    claims: z.object({ sub: z.uuid(), exp: z.number() }),
  });
  return {
    signConfirmation: ({ userId, email }, expiresAt) => confirmations.sign({ sub: userId, email }, expiresAt),
    verifyConfirmation: async (token) => {
      const found = await confirmations.verify(token);
      return found === null ? null : { userId: found.sub, email: found.email };
    },
    signRestoration: (changeId, expiresAt) => restorations.sign({ sub: changeId }, expiresAt),
    verifyRestoration: async (token) => (await restorations.verify(token))?.sub ?? null,
  };
}
