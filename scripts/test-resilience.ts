import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isBuilt } from "./build-stamp.ts";
import { playwright, script, vitest } from "./programs.ts";
import { project } from "./project.ts";
import { openStages } from "./stages.ts";

/**
 * Shows that the built shop survives kills, outages, load, slow clients, invalid requests and hours of use, and that it
 * is as fast as its floors. `WALK_SCHEDULES` sets the number of payment schedules.
 */
process.env.TEST_WIDTH = "full";
const stages = openStages();
const hasBuild = (await isBuilt()) || (await stages.run("Build", script("scripts/build.ts")));
// The soak takes minutes and little processor time, so what is judged by state runs in parallel.
await Promise.all([hasBuild ? stages.run("Soak", vitest(["--project", "soak"])) : stages.skip("Soak"), testState()]);
if (hasBuild) {
  // What is judged by time runs alone.
  await stages.run("Time limits", vitest(["--project", "alone", "--no-file-parallelism"]));
  await stages.run("Pace", script("bench/src/main.ts", ["--guard"]));
} else stages.skip("Time limits", "Pace");
process.exit(stages.summarize());

async function testState(): Promise<void> {
  // Most of these tests wait for a kill or a restart, so two processors have room for three.
  const resilience = ["--project", "resilience", "--maxWorkers", "3"];
  if (hasBuild) {
    await stages.run("Resilience tests", vitest(resilience));
    await stages.run("Browser tests", playwright([], { E2E_PART: "rest" }));
  } else stages.skip("Resilience tests", "Browser tests");
  await stages.run("Random cases", vitest(["--project", "database", ...(await randomTests())]));
}

/** The database tests of random cases, of which `pnpm test` runs fewer. */
async function randomTests(): Promise<string[]> {
  const folder = join(project, "server/test");
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".db.test.ts"));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return files.filter((_, place) => texts[place]?.includes("harness/width.ts") === true);
}
