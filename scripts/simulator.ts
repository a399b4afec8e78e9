import { spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { project } from "./project.ts";

/** In the demo, a pending payment clears after this time, in milliseconds. */
const clearAfterMs = 20_000;

/** The webhook id that the demo shop and its simulator share. */
const webhookId = "SIMULATED-WEBHOOK";

/**
 * Settings for a shop that uses the payment simulator. Starts the simulator as a child process,
 * unless the environment names another one. The simulator exits with this process, even after a
 * crash. Its control page is `/control`. Its state is kept in a file, so that payments can be
 * refunded after a restart.
 */
export async function simulatedPayments(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { PAYMENTS = "", PAYPAL_CLIENT_ID = "", PAYPAL_API_BASE = "", NODE_ENV = "" } = process.env;
  const isUndecided = PAYMENTS === "" && PAYPAL_CLIENT_ID === "" && NODE_ENV !== "production";
  if (!isUndecided && (PAYMENTS !== "simulator" || PAYPAL_API_BASE !== "")) return {};
  const settings = { ...demoSettings(), ...more };
  const child = spawn(process.execPath, ["--import", "tsx", join(project, "paypal-simulator/src/main.ts")], {
    cwd: project,
    env: { ...process.env, ...settings },
    // The simulator exits when its standard input closes, which happens whenever this process exits.
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [origin]: unknown[] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => {
      throw new Error("The payment simulator could not start");
    }),
  ]);
  // Neither the simulator nor its pipes keep this process alive.
  child.unref();
  lines.close();
  child.stdout.destroy();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return {
    PAYMENTS: "simulator",
    PAYPAL_API_BASE: String(origin),
    ...(settings.SIMULATOR_WEBHOOK_URL === "" ? {} : { PAYPAL_WEBHOOK_ID: settings.SIMULATOR_WEBHOOK_ID }),
  };
}

/** Prints the address of the simulator's control page. */
export function printControlAddress({ PAYPAL_API_BASE }: Record<string, string>): void {
  if (PAYPAL_API_BASE === undefined) return;
  process.stdout.write(`Payments are simulated; what happens to them is up to you at ${PAYPAL_API_BASE}/control\n`);
}

/** The settings of the demo's simulator: control page, state file and webhook. */
function demoSettings() {
  const { HOST = "", PORT = "", DATA_DIR = "", PAYPAL_WEBHOOK_ID = "" } = process.env;
  const host = ["", "0.0.0.0", "::"].includes(HOST) ? "localhost" : HOST;
  const shop = `http://${host}:${PORT === "" ? "3000" : PORT}`;
  return {
    SIMULATOR_CLEAR_MS: String(clearAfterMs),
    SIMULATOR_CONTROL: "1",
    SIMULATOR_STATE: resolve(DATA_DIR === "" ? ".data" : DATA_DIR, "payment-simulator.json"),
    // Unknown until the shop has chosen a port.
    SIMULATOR_WEBHOOK_URL: PORT === "0" ? "" : `${shop}/api/webhooks/paypal`,
    SIMULATOR_WEBHOOK_ID: PAYPAL_WEBHOOK_ID === "" ? webhookId : PAYPAL_WEBHOOK_ID,
  };
}
