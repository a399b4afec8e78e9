import { rm } from "node:fs/promises";
import { join } from "node:path";
import { simulatedPayments } from "../../scripts/simulator.ts";

/** Serves the built shop on a fresh database in `DATA_DIR`, with payment simulators that tests can control. */
const { DATA_DIR } = process.env;
if (DATA_DIR === undefined) throw new Error("DATA_DIR is required");
await rm(join(DATA_DIR, "postgres"), { recursive: true, force: true });
// Payments clear only on request, and no state is carried over from the last run.
const settings = await simulatedPayments({ SIMULATOR_CLEAR_MS: "", SIMULATOR_STATE: "", STRIPE_SIMULATOR_STATE: "" });
const { PAYPAL_API_BASE = "", STRIPE_API_BASE = "" } = settings;
for (const simulator of [PAYPAL_API_BASE, STRIPE_API_BASE]) {
  const response = await fetch(`${simulator}/control/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ isOn: false }),
  });
  if (!response.ok) throw new Error("A simulator's webhook cannot be turned off");
}
// A shop whose owner sets it up is told of the simulators' addresses alone, as its sandboxes.
const places = { PAYPAL_API_BASE, STRIPE_API_BASE };
Object.assign(process.env, process.env.IS_OWNERS_CHOICE === "1" ? places : settings);
await import(new URL("../../server/dist/main.js", import.meta.url).href);
