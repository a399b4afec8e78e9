import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import { afterAll, beforeAll } from "vitest";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { issuer } from "./customers.ts";
import { imageOptions, type ShopProcess, shopProcesses } from "./process.ts";
import { createDatabase } from "./test-database.ts";
import { testLimits } from "./test-limits.ts";

export type TwoServers = {
  /** The two built servers. What they promise together cannot rest on what either of them remembers. */
  shops: readonly [ShopProcess, ShopProcess];
  /** The server that a caller of this number goes to: every second one to the other. */
  at: (caller: number) => ShopProcess;
  db: OpenedDb["db"];
  pool: OpenedDb["pool"];
  databaseUrl: string;
  /** Both take their payments here. */
  simulator: Simulator;
  /** Starts one more server like the two. */
  openAnother: (env?: Record<string, string>) => Promise<ShopProcess>;
};

/** Two built servers on one database for the tests of one file; there once the first test runs. */
export function startTwoServers(more: Record<string, string> = {}): TwoServers {
  const processes = shopProcesses();
  const undo: (() => Promise<unknown>)[] = [];
  type Started = Omit<TwoServers, "at">;
  let started: Started | undefined;
  const now = (): Started => {
    if (started === undefined) throw new Error("The servers start right before the first test");
    return started;
  };
  beforeAll(async () => {
    const database = await createDatabase();
    undo.push(database.drop);
    const { db, pool, close } = openDb({ url: database.url, poolMax: 4, limits: testLimits });
    undo.push(close);
    const simulator = await startSimulator();
    undo.push(simulator.close);
    const options = await imageOptions();
    const openAnother = (env: Record<string, string> = {}) =>
      processes.open(
        {
          DATABASE_URL: database.url,
          JWT_SECRET: issuer.jwtSecret,
          PUBLIC_ORIGIN: issuer.publicOrigin,
          ORDER_HOLD_SECONDS: "3600",
          PAYMENTS: "simulator",
          PAYPAL_API_BASE: simulator.origin,
          RECONCILE_SECONDS: "2",
          LOG_LEVEL: "warn",
          ...more,
          ...env,
        },
        options,
      );
    const shops = await Promise.all([openAnother(), openAnother()]);
    started = { shops, db, pool, databaseUrl: database.url, simulator, openAnother };
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  return {
    at: (caller) => now().shops[caller % 2 === 0 ? 0 : 1],
    get shops() {
      return now().shops;
    },
    get db() {
      return now().db;
    },
    get pool() {
      return now().pool;
    },
    get databaseUrl() {
      return now().databaseUrl;
    },
    get simulator() {
      return now().simulator;
    },
    get openAnother() {
      return now().openAnother;
    },
  };
}
