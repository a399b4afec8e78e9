import { z } from "zod";
import { openSignedTokens } from "../signed-tokens.ts";

/** `mailedAt`: when the mail with the token was written. */
type Confirmation = { userId: string; email: string; mailedAt: Date };

/** `mailedAt`: when the mail with the token was written. */
type OrderLink = { userId: string; orderId: string; mailedAt: Date };

export type EmailTokens = {
  /** Confirms that whoever has the token reads the mails to an address of an account. */
  signConfirmation: (confirmation: Confirmation, expiresAt: Date) => Promise<string>;
  /** `mailedAt` is undefined for the tokens of earlier releases. */
  verifyConfirmation: (token: string) => Promise<(Omit<Confirmation, "mailedAt"> & { mailedAt?: Date }) | null>;
  /** Allows undoing one change of an account's e-mail. */
  signRestoration: (changeId: string, expiresAt: Date) => Promise<string>;
  verifyRestoration: (token: string) => Promise<string | null>;
  /** Opens an order for the guest customer who placed it. */
  signOrderLink: (link: OrderLink, expiresAt: Date) => Promise<string>;
  verifyOrderLink: (token: string) => Promise<OrderLink | null>;
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
  const orderLinks = openSignedTokens(secret, origin, {
    audience: "shop-open-order",
    claims: z.object({ sub: z.uuid(), order: z.uuid(), mailedAt: z.int(), exp: z.number() }),
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
    signOrderLink: ({ userId, orderId, mailedAt }, expiresAt) =>
      orderLinks.sign({ sub: userId, order: orderId, mailedAt: mailedAt.getTime() }, expiresAt),
    verifyOrderLink: async (token) => {
      const found = await orderLinks.verify(token);
      if (found === null) return null;
      return { userId: found.sub, orderId: found.order, mailedAt: new Date(found.mailedAt) };
    },
  };
}
