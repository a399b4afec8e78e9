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
const still = { SIMULATOR_CLEAR_MS: "", SIMULATOR_STATE: "", SIMULATOR_WEBHOOK_URL: "" };
Object.assign(process.env, await simulatedPayments(still));
await import(new URL("../../server/dist/main.js", import.meta.url).href);
