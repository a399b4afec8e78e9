import { join } from "node:path";
import { playwright, script, unitProjects, vitest } from "./programs.ts";
import { project } from "./project.ts";
import { runStage, skipStages, summarize } from "./stages.ts";

/**
 * Runs the tests that decide whether a change may be merged. Every stage runs that can run, also after a failure; the
 * exit code is 1 when one failed.
 */
const startedAt = Date.now();
// `pnpm test:resilience` runs the same tests at full width.
const short = { RESILIENCE_WIDTH: "short" };

await Promise.all([
  runStage("Checks", script("scripts/check.ts")),
  runStage("Unit tests", vitest([...unitProjects, "--maxWorkers", "1", "--minWorkers", "1"])),
]);
// The size limits hold for a production build, whatever the shell says.
const isBuilt = await runStage("Build", script("scripts/build.ts", [], { NODE_ENV: "development" }));

await Promise.all([testDatabase(), testBuild()]);
process.exit(summarize(startedAt));

async function testDatabase(): Promise<void> {
  const walk = { WALK_SCHEDULES: "100" };
  // Two workers use the processor time that browsers and timers leave.
  await runStage("Database tests", vitest(["--project", "database", "--maxWorkers", "2", "--minWorkers", "1"], walk));
}

async function testBuild(): Promise<void> {
  await runStage("Supply chain", script("scripts/supply-chain.ts"));
  if (!isBuilt) return skipStages("Sizes", "Browser tests", "Kill rounds and leak check");
  await runStage("Sizes", script("scripts/check-sizes.ts", [join(project, "client/dist")]));
  await runStage("Browser tests", playwright());
  const samples = ["--project", "resilience", "--project", "soak", "order-crash", "mixed-use"];
  await runStage("Kill rounds and leak check", vitest([...samples, "--maxWorkers", "2", "--minWorkers", "1"], short));
}
