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

/** What the demo shop and its simulator of Stripe share. */
const stripeKeys = { STRIPE_PUBLISHABLE_KEY: "pk_test_simulator", STRIPE_SECRET_KEY: "sk_test_simulator" };
const stripeWebhookSecret = "whsec_simulated";

/**
 * Settings for a shop that uses the payment simulators. Starts them as child processes, unless the environment names
 * another one. They exit with this process, even after a crash. The control page is `/control`. Their state is kept in
 * files, so that payments can be refunded after a restart.
 */
export async function simulatedPayments(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { PAYMENTS = "", PAYPAL_CLIENT_ID = "", PAYPAL_API_BASE = "", NODE_ENV = "" } = process.env;
  const isUndecided = PAYMENTS === "" && PAYPAL_CLIENT_ID === "" && NODE_ENV !== "production";
  if (!isUndecided && (PAYMENTS !== "simulator" || PAYPAL_API_BASE !== "")) return {};
  const settings = { ...demoSettings(), ...more };
  const [payPal, stripe] = await Promise.all([
    startSimulator("paypal-simulator/src/main.ts", settings),
    simulatedStripe(settings),
  ]);
  return {
    PAYMENTS: "simulator",
    PAYPAL_API_BASE: payPal,
    ...(settings.SIMULATOR_WEBHOOK_URL === "" ? {} : { PAYPAL_WEBHOOK_ID: settings.SIMULATOR_WEBHOOK_ID }),
    ...stripe,
  };
}

/** The same for Stripe alone; nothing where the environment has an account there. */
async function simulatedStripe(settings: ReturnType<typeof demoSettings>): Promise<Record<string, string>> {
  const { STRIPE_SECRET_KEY = "", STRIPE_API_BASE = "" } = process.env;
  if (STRIPE_SECRET_KEY !== "" || STRIPE_API_BASE !== "") return {};
  const origin = await startSimulator("stripe-simulator/src/main.ts", settings);
  return { STRIPE_API_BASE: origin, ...stripeKeys, STRIPE_WEBHOOK_SECRET: stripeWebhookSecret };
}

/** Starts a simulator, and gives its origin. */
async function startSimulator(main: string, settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ["--import", "tsx", join(project, main)], {
    cwd: project,
    env: { ...process.env, ...settings },
    // The simulator exits when its standard input closes, which happens whenever this process exits.
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [origin]: unknown[] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => {
      throw new Error("A payment simulator could not start");
    }),
  ]);
  // Neither the simulator nor its pipes keep this process alive.
  child.unref();
  lines.close();
  child.stdout.destroy();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return String(origin);
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
    STRIPE_SIMULATOR_STATE: resolve(DATA_DIR === "" ? ".data" : DATA_DIR, "stripe-simulator.json"),
    STRIPE_SIMULATOR_WEBHOOK_URL: PORT === "0" ? "" : `${shop}/api/webhooks/stripe`,
    STRIPE_SIMULATOR_WEBHOOK_SECRET: stripeWebhookSecret,
  };
}
