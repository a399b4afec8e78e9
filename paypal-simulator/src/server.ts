import Fastify from "fastify";
import type { WebhookEvent } from "./bank/resources.ts";
import { Bank } from "./bank.ts";
import { controlRoutes } from "./control-routes.ts";
import { Deliveries, type Delivery, type Webhook } from "./deliveries.ts";
import { disputesApi } from "./disputes-api.ts";
import { Faults } from "./faults.ts";
import { ordersApi } from "./orders-api.ts";
import { paymentsApi } from "./payments-api.ts";
import { reportingApi } from "./reporting-api.ts";
import { ResponseCache } from "./response-cache.ts";
import { callServer } from "./serve-call.ts";
import type { Call, SimulatorState } from "./simulator-state.ts";
import { storeState } from "./state-file.ts";
import { webhooksApi } from "./webhooks-api.ts";
import { windowRoutes } from "./window-routes.ts";

export type SimulatorOptions = {
  /** Any free port by default. */
  port?: number;
  host?: string;
  /** The accepted API credentials; any are accepted if absent. */
  credentials?: { clientId: string; clientSecret: string };
  /** The time after which pending money clears, in milliseconds; never if absent. */
  clearPendingMs?: number | undefined;
  /** Whether the paths below `/control` exist. */
  hasControl?: boolean;
  /** The webhook; no deliveries if absent. */
  webhook?: Webhook | undefined;
  /** The state file; nothing is persisted if absent. */
  stateFile?: string | undefined;
  /** Called for a state file that cannot be read or written. */
  report?: (problem: string) => void;
};

/** A running simulator, with methods to decide for customers and to plan faults. */
export type Simulator = {
  /** Without a trailing slash. */
  origin: string;
  bank: Bank;
  faults: Faults;
  /** The log of calls. */
  calls: Call[];
  /** Whether a call is being processed, also one whose caller no longer waits. */
  isBusy: () => boolean;
  /** The deliveries, oldest first. */
  deliveries: Delivery[];
  /** Whether new events are sent. */
  switchWebhook: (isOn: boolean) => void;
  /** Delivers an event once more; `undefined` if no webhook is configured. */
  resend: (event: WebhookEvent) => Delivery | undefined;
  /** Revokes all access tokens. */
  forgetTokens: () => void;
  /** Writes pending changes of the state file now. */
  saveState: () => void;
  close: () => Promise<void>;
};

/** Starts the simulator: its API, its script and its approval window. No money moves. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "localhost", port = 0, credentials, clearPendingMs, hasControl = false, stateFile } = options;
  const bank = new Bank(clearPendingMs);
  const deliveries = new Deliveries(options.webhook, () => bank.now());
  const state: SimulatorState = {
    bank,
    faults: new Faults(),
    calls: [],
    answers: new ResponseCache(),
    deliveries,
    tokens: new Set(),
    credentials,
    callsInProgress: 0,
  };
  const { report = () => undefined } = options;
  const saveState = stateFile === undefined ? () => undefined : storeState(stateFile, state, report);
  bank.store.onEvent((event) => deliveries.offer(event));

  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 16_384 } });
  const serve = callServer(state);
  ordersApi(app, state, serve);
  paymentsApi(app, state, serve);
  disputesApi(app, state, serve);
  reportingApi(app, state, serve);
  webhooksApi(app, serve);
  windowRoutes(app, bank);
  if (hasControl) controlRoutes(app, state);
  const address = new URL(await app.listen({ port, host }));
  // The requested host name, not its address: the shop's content security policy contains it.
  const origin = `http://${host}:${address.port}`;
  bank.listensAt(origin);
  return {
    origin,
    bank,
    faults: state.faults,
    calls: state.calls,
    isBusy: () => state.callsInProgress > 0,
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
