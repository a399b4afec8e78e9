import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Serves the built shop on a fresh database; drawn pictures are kept from run to run. */
const data = join(fileURLToPath(import.meta.url), "../../../.data/e2e");
await rm(join(data, "postgres"), { recursive: true, force: true });
process.env.DATA_DIR = data;
await import(new URL("../../server/dist/main.js", import.meta.url).href);
