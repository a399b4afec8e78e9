import { spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { project } from "./project.ts";

/** In the demo, a payment that was left pending clears by itself after a while, in milliseconds. */
const clearAfterMs = 20_000;

/**
 * Settings for a shop that takes invented money: of a simulator that this
 * starts as a process of its own, unless the environment says where payments
 * go. The simulator ends with this process, however that ends.
 */
export async function simulatedPayments(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { PAYMENTS = "", PAYPAL_CLIENT_ID = "", PAYPAL_API_BASE = "", NODE_ENV = "" } = process.env;
  const isUndecided = PAYMENTS === "" && PAYPAL_CLIENT_ID === "" && NODE_ENV !== "production";
  if (!isUndecided && (PAYMENTS !== "simulator" || PAYPAL_API_BASE !== "")) return {};
  const child = spawn(process.execPath, ["--import", "tsx", join(project, "paypal-simulator/src/main.ts")], {
    cwd: project,
    env: { ...process.env, SIMULATOR_CLEAR_MS: String(clearAfterMs), ...more },
    // Its standard input stays open for as long as this process lives.
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [origin]: unknown[] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => {
      throw new Error("The payment simulator could not start");
    }),
  ]);
  // Neither the simulator nor its pipes keep this process from ending.
  child.unref();
  lines.close();
  child.stdout.destroy();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return { PAYMENTS: "simulator", PAYPAL_API_BASE: String(origin) };
}
