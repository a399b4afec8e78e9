import { z } from "zod";
import { openSignedTokens } from "../signed-tokens.ts";

/** `mailedAt`: when the mail with the token was written. */
type Confirmation = { userId: string; email: string; mailedAt: Date };

export type EmailTokens = {
  /** Confirms that whoever has the token reads the mails to an address of an account. */
  signConfirmation: (confirmation: Confirmation, expiresAt: Date) => Promise<string>;
  /** `mailedAt` is undefined for the tokens of earlier releases. */
  verifyConfirmation: (token: string) => Promise<(Omit<Confirmation, "mailedAt"> & { mailedAt?: Date }) | null>;
  /** Allows undoing one change of an account's e-mail. */
  signRestoration: (changeId: string, expiresAt: Date) => Promise<string>;
  verifyRestoration: (token: string) => Promise<string | null>;
};

/** Signs and verifies the tokens of links in mails about addresses. `null` is for foreign, altered and expired ones. */
export function openEmailTokens(secret: string, origin: string): EmailTokens {
  const confirmations = openSignedTokens(secret, origin, {
    audience: "shop-confirm-email",
    claims: z.object({ sub: z.uuid(), email: z.string(), mailedAt: z.int().optional(), exp: z.number() }),
  });
  const restorations = openSignedTokens(secret, origin, {
    audience: "shop-restore-email",
    claims: z.object({ sub: z.uuid(), exp: z.number() }),
  });
  return {
    signConfirmation: ({ userId, email, mailedAt }, expiresAt) =>
      confirmations.sign({ sub: userId, email, mailedAt: mailedAt.getTime() }, expiresAt),
    verifyConfirmation: async (token) => {
      const found = await confirmations.verify(token);
      if (found === null) return null;
      const { sub: userId, email, mailedAt } = found;
      return mailedAt === undefined ? { userId, email } : { userId, email, mailedAt: new Date(mailedAt) };
    },
    signRestoration: (changeId, expiresAt) => restorations.sign({ sub: changeId }, expiresAt),
    verifyRestoration: async (token) => (await restorations.verify(token))?.sub ?? null,
  };
}
