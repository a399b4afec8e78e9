import { join } from "node:path";
import { isBuilt } from "./build-stamp.ts";
import { playwright, script, unitProjects, vitest } from "./programs.ts";
import { project } from "./project.ts";
import { openStages } from "./stages.ts";

/**
 * Runs the tests that decide whether a change may be merged. Every stage runs that can run, also after a failure; the
 * exit code is 1 when one failed.
 */
const stages = openStages();
const withoutWide = ["--tagsFilter", "!wide"];

// Two sequences, so that both processors have work from the first second to the last.
await Promise.all([testSource(), testBuild().then(testDatabase)]);
process.exit(stages.summarize());

async function testSource(): Promise<void> {
  await stages.run("Checks", script("scripts/check.ts"));
  await stages.run("Unit tests", vitest([...unitProjects, "--maxWorkers", "1", ...withoutWide]));
}

async function testBuild(): Promise<void> {
  // The size limits hold for a production build, whatever the shell says.
  const build = script("scripts/build.ts", [], { NODE_ENV: "development" });
  const hasBuild = (await isBuilt()) || (await stages.run("Build", build));
  // It also searches the built files for secrets.
  await stages.run("Supply chain", script("scripts/supply-chain.ts"));
  if (!hasBuild) return stages.skip("Sizes", "Leak check", "Browser tests", "Kill rounds");
  await stages.run("Sizes", script("scripts/check-sizes.ts", [join(project, "client/dist")]));
  await Promise.all([
    testProcesses(),
    stages.run("Browser tests", playwright(["--project=desktop", "--project=phone"], { E2E_PART: "quick" })),
  ]);
}

/** Both wait most of the time. */
async function testProcesses(): Promise<void> {
  await stages.run("Kill rounds", vitest(["--project", "resilience", "order-crash"]));
  await stages.run("Leak check", vitest(["--project", "soak"]));
}

/** Two workers use the processor time that timers leave. */
async function testDatabase(): Promise<void> {
  await stages.run("Database tests", vitest(["--project", "database", "--maxWorkers", "2", ...withoutWide]));
}
