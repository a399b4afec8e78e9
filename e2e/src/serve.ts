import { rm } from "node:fs/promises";
import { join } from "node:path";
import { simulatedPayments } from "../../scripts/simulator.ts";

/** Serves the built shop on a fresh database in `DATA_DIR`, with a payment simulator that tests can control. */
const { DATA_DIR } = process.env;
if (DATA_DIR === undefined) throw new Error("DATA_DIR is required");
await rm(join(DATA_DIR, "postgres"), { recursive: true, force: true });
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
