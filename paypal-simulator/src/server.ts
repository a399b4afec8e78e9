import Fastify from "fastify";
import type { WebhookEvent } from "./bank/resources.ts";
import { Bank } from "./bank.ts";
import { controlRoutes } from "./control-routes.ts";
import { Deliveries, type Delivery, type Webhook } from "./deliveries.ts";
import { disputesApi } from "./disputes-api.ts";
import { Faults } from "./faults.ts";
import { KnownAnswers } from "./known-answers.ts";
import { ordersApi } from "./orders-api.ts";
import { paymentsApi } from "./payments-api.ts";
import { callServer } from "./serve-call.ts";
import type { Call, SimulatorState } from "./simulator-state.ts";
import { storeState } from "./state-file.ts";
import { webhooksApi } from "./webhooks-api.ts";
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
  /** Where events are sent; nowhere when absent. */
  webhook?: Webhook | undefined;
  /** Where what the bank knows is kept from one start to the next; nowhere when absent. */
  stateFile?: string | undefined;
  /** Is told of a state file that cannot be read or written. */
  report?: (problem: string) => void;
};

/** A running stand-in for the payment provider. Whoever holds it decides for buyers and lets calls go wrong. */
export type Simulator = {
  /** Without a slash at the end. */
  origin: string;
  bank: Bank;
  faults: Faults;
  /** What shops have asked so far. */
  calls: Call[];
  /** The events on their way to the shop, oldest first. */
  deliveries: Delivery[];
  /** Whether new events are sent. */
  switchWebhook: (isOn: boolean) => void;
  /** Sends an event once more; `undefined` where no webhook is set up. */
  resend: (event: WebhookEvent) => Delivery | undefined;
  /** Ends all access tokens. */
  forgetTokens: () => void;
  /** Writes at once what the state file has not got yet. */
  saveState: () => void;
  close: () => Promise<void>;
};

/** Starts a stand-in for the payment provider: its interface, its script, its approval window. No money moves. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "localhost", port = 0, credentials, clearPendingMs, hasControl = false, stateFile } = options;
  const bank = new Bank(clearPendingMs);
  const deliveries = new Deliveries(options.webhook, () => bank.now());
  const state: SimulatorState = {
    bank,
    faults: new Faults(),
    calls: [],
    answers: new KnownAnswers(),
    deliveries,
    tokens: new Set(),
    credentials,
  };
  const { report = () => undefined } = options;
  const saveState = stateFile === undefined ? () => undefined : storeState(stateFile, state, report);
  bank.store.onEvent((event) => deliveries.offer(event));

  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 16_384 } });
  const serve = callServer(state);
  ordersApi(app, state, serve);
  paymentsApi(app, state, serve);
  disputesApi(app, state, serve);
  webhooksApi(app, serve);
  windowRoutes(app, bank);
  if (hasControl) controlRoutes(app, state);
  const address = new URL(await app.listen({ port, host }));
  // The name that was asked for, not the number that it stands for: it is part of the shop's policy for browsers.
  const origin = `http://${host}:${address.port}`;
  bank.listensAt(origin);
  return {
    origin,
    bank,
    faults: state.faults,
    calls: state.calls,
    deliveries: deliveries.log,
    switchWebhook: (isOn) => deliveries.switch(isOn),
    resend: (event) => deliveries.send(event),
    forgetTokens: () => state.tokens.clear(),
    saveState,
    close: async () => {
      deliveries.close();
      await app.close();
      saveState();
    },
  };
}
