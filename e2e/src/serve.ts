import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { simulatedPayments } from "../../scripts/simulator.ts";

/**
 * Serves the built shop on a fresh database, with a payment simulator that tests
 * can talk to; drawn pictures are kept from run to run.
 */
const data = join(fileURLToPath(import.meta.url), "../../../.data/e2e");
await rm(join(data, "postgres"), { recursive: true, force: true });
process.env.DATA_DIR = data;
// Nothing of the payments happens by itself, and nothing is left from the last run.
const settings = await simulatedPayments({ SIMULATOR_CLEAR_MS: "", SIMULATOR_STATE: "" });
const isOff = await fetch(`${settings.PAYPAL_API_BASE}/control/webhook`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ isOn: false }),
});
if (!isOff.ok) throw new Error("The simulator's webhook cannot be turned off");
Object.assign(process.env, settings);
await import(new URL("../../server/dist/main.js", import.meta.url).href);
