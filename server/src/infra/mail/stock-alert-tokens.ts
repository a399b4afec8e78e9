import { z } from "zod";
import { openSignedTokens } from "../signed-tokens.ts";

export type StockAlertTokens = {
  /** Confirms one request for a stock alert. */
  signConfirmation: (alertId: string, expiresAt: Date) => Promise<string>;
  verifyConfirmation: (token: string) => Promise<string | null>;
  /** Ends all requests of an e-mail. Does not expire, because mails are kept for years. */
  signStop: (email: string) => Promise<string>;
  verifyStop: (token: string) => Promise<string | null>;
};

/** Signs and verifies the tokens of links in mails about sold-out products. `null` is for foreign, altered and expired ones. */
export function openStockAlertTokens(secret: string, origin: string): StockAlertTokens {
  const confirmations = openSignedTokens(secret, origin, {
    audience: "shop-confirm-stock-alert",
    claims: z.object({ sub: z.uuid(), exp: z.number() }),
  });
  const stops = openSignedTokens(secret, origin, {
    audience: "shop-stop-stock-alerts",
    claims: z.object({ email: z.string() }),
  });
  return {
    signConfirmation: (alertId, expiresAt) => confirmations.sign({ sub: alertId }, expiresAt),
    verifyConfirmation: async (token) => (await confirmations.verify(token))?.sub ?? null,
    signStop: (email) => stops.sign({ email }),
    verifyStop: async (token) => (await stops.verify(token))?.email ?? null,
  };
}
