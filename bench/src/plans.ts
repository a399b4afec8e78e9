import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scenario } from "./scenarios.ts";

/** Settings that make PostgreSQL log the executed plan of every statement (auto_explain). */
export const planSettings = [
  "session_preload_libraries=auto_explain",
  "auto_explain.log_min_duration=0",
  "auto_explain.log_analyze=on",
  "auto_explain.log_buffers=on",
];

/** The number of runs after which PostgreSQL has chosen between a custom and a generic plan. */
const runsToSettle = 200;

/**
 * The plans of the statements that the shop sends for a scenario, from the log of a server with
 * `planSettings`: for the first request, and after warm-up.
 */
export async function plansOf(scenario: Scenario, shop: string, postgresFolder: string): Promise<string> {
  const logFile = join(postgresFolder, "postgres.log");
  const asked =
    scenario.routes.find(({ transport }) => transport === "REST") ??
    scenario.routes.find(({ transport }) => transport === "tRPC");
  const ask = async () => {
    const response = await fetch(shop + asked?.path);
    if (!response.ok) throw new Error(`${scenario.name} answers ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const logged = async () => {
    const before = (await readFile(logFile, "utf8")).length;
    await ask();
    return (await readFile(logFile, "utf8")).slice(before).trim();
  };
  const first = await logged();
  for (let run = 0; run < runsToSettle; run += 1) await ask();
  return `The first time:\n${first}\n\nFrom then on:\n${await logged()}`;
}
