import Fastify from "fastify";
import { Bank } from "./bank.ts";
import { controlRoutes } from "./control-routes.ts";
import { Faults } from "./faults.ts";
import { type Call, type Desk, ordersApi } from "./orders-api.ts";
import { windowRoutes } from "./window-routes.ts";

export type SimulatorOptions = {
  /** Any free port by default. */
  port?: number;
  host?: string;
  /** Whom to let in; everybody when absent. */
  credentials?: { clientId: string; clientSecret: string };
  /** After how long pending money is cleared by itself, in milliseconds; not at all when absent. */
  clearPendingMs?: number | undefined;
  /** Whether the paths below `/control` are there. */
  hasControl?: boolean;
};

/** A running stand-in for the payment provider. Whoever holds it decides for buyers and lets calls go wrong. */
export type Simulator = {
  /** Without a slash at the end. */
  origin: string;
  bank: Bank;
  faults: Faults;
  /** What shops have asked so far. */
  calls: Call[];
  /** Ends all access tokens. */
  forgetTokens: () => void;
  close: () => Promise<void>;
};

/** Starts a stand-in for the payment provider: its interface, its script, its approval window. No money moves. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "localhost", port = 0, credentials, clearPendingMs, hasControl = false } = options;
  const desk: Desk = {
    bank: new Bank(clearPendingMs),
    faults: new Faults(),
    calls: [],
    tokens: new Set(),
    credentials,
  };
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 16_384 } });
  ordersApi(app, desk);
  windowRoutes(app, desk.bank);
  if (hasControl) controlRoutes(app, desk);
  const address = new URL(await app.listen({ port, host }));
  return {
    // The name that was asked for, not the number that it stands for: it is part of the shop's policy for browsers.
    origin: `http://${host}:${address.port}`,
    bank: desk.bank,
    faults: desk.faults,
    calls: desk.calls,
    forgetTokens: () => desk.tokens.clear(),
    close: () => app.close(),
  };
}
