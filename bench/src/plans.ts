import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scenario } from "./scenarios.ts";

/** Settings that make PostgreSQL write the plan of every statement, as it was really run, to its log. */
export const planSettings = [
  "session_preload_libraries=auto_explain",
  "auto_explain.log_min_duration=0",
  "auto_explain.log_analyze=on",
  "auto_explain.log_buffers=on",
];

/** So many runs that PostgreSQL has settled on the plan that it keeps for a prepared statement. */
const runsToSettle = 200;

/**
 * The plans of the statements that the shop itself sends for a scenario, taken
 * from the log of a server that runs with `planSettings`: when it is asked for
 * the first time, and when nothing about it is new any more.
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
