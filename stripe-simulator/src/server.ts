import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Faults } from "@shop/paypal-simulator/faults";
import Fastify from "fastify";
import { z } from "zod";
import type { Contents } from "./account/store.ts";
import { Account } from "./account.ts";
import { stripeApi } from "./api.ts";
import { browserRoutes } from "./browser-routes.ts";
import { controlRoutes } from "./control-routes.ts";
import { Deliveries, type Webhook } from "./deliveries.ts";
import { type Call, type CallName, callServer, type ServerState } from "./serve-call.ts";

export type SimulatorOptions = {
  /** Any free port by default. */
  port?: number;
  host?: string;
  /** The accepted secret key; any is accepted if absent. */
  secretKey?: string;
  /** Whether the paths below `/control` exist. */
  hasControl?: boolean;
  /** The webhook; no deliveries if absent. */
  webhook?: Webhook | undefined;
  /** The state file; nothing is persisted if absent. */
  stateFile?: string | undefined;
};

/** A running simulator, with methods to decide for customers and to plan faults. */
export type StripeSimulator = {
  /** Without a trailing slash. */
  origin: string;
  account: Account;
  faults: Faults<CallName>;
  /** The log of calls. */
  calls: Call[];
  /** Whether a call is being processed, also one whose caller no longer waits. */
  isBusy: () => boolean;
  /** Writes the state file. */
  saveState: () => void;
  close: () => Promise<void>;
};

/** Starts the simulator: the part of Stripe's API that the shop uses, and its script. No money moves. */
export async function startStripe(options: SimulatorOptions = {}): Promise<StripeSimulator> {
  const { host = "localhost", port = 0, secretKey, hasControl = false, webhook, stateFile } = options;
  const account = new Account();
  if (stateFile !== undefined) restore(account, stateFile);
  const deliveries = new Deliveries(webhook);
  account.store.onEvent = (event) => deliveries.offer(event);
  const state: ServerState = {
    account,
    faults: new Faults<CallName>(),
    calls: [],
    answers: new Map(),
    underWay: new Set(),
    secretKey,
    callsInProgress: 0,
  };
  const app = Fastify({ forceCloseConnections: true });
  stripeApi(app, state, callServer(state));
  browserRoutes(app, account);
  if (hasControl) controlRoutes(app, state, deliveries);
  const address = new URL(await app.listen({ port, host }));
  const saveState = () => {
    if (stateFile === undefined) return;
    mkdirSync(dirname(stateFile), { recursive: true });
    writeFileSync(stateFile, JSON.stringify(account.store.contents()));
  };
  return {
    // The requested host name, not its address: the shop's content security policy contains it.
    origin: `http://${host}:${address.port}`,
    account,
    faults: state.faults,
    calls: state.calls,
    isBusy: () => state.callsInProgress > 0,
    saveState,
    close: async () => {
      deliveries.close();
      await app.close();
      saveState();
    },
  };
}

const list = z.array(z.unknown());
const contentsSchema = z.custom<Contents>(
  (value) => z.object({ intents: list, charges: list, refunds: list, disputes: list }).safeParse(value).success,
);

/** What an earlier run has kept; nothing if there was none, or if it cannot be read. */
function restore(account: Account, file: string): void {
  try {
    account.store.restore(contentsSchema.parse(JSON.parse(readFileSync(file, "utf8"))));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    process.stderr.write(`The state of the Stripe simulator cannot be read, so it starts empty: ${String(error)}\n`);
  }
}
