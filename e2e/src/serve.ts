import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { simulatedPayments } from "../../scripts/simulator.ts";

/**
 * Serves the built shop on an empty database, with a payment simulator that the
 * tests control. Rendered demo images are cached between runs.
 */
const data = join(fileURLToPath(import.meta.url), "../../../.data/e2e");
await rm(join(data, "postgres"), { recursive: true, force: true });
process.env.DATA_DIR = data;
// Payments clear only on request, and no state is carried over from the last run.
const settings = await simulatedPayments({ SIMULATOR_CLEAR_MS: "", SIMULATOR_STATE: "" });
const response = await fetch(`${settings.PAYPAL_API_BASE}/control/webhook`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ isOn: false }),
});
if (!response.ok) throw new Error("The simulator's webhook cannot be turned off");
Object.assign(process.env, settings);
await import(new URL("../../server/dist/main.js", import.meta.url).href);
