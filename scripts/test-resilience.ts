import { width } from "../server/test/harness/width.ts";
import { playwright, script, vitest } from "./programs.ts";
import { openStages } from "./stages.ts";

/**
 * Shows that the built shop survives kills, outages, load, slow clients, invalid requests and hours of use, and that it
 * is as fast as its floors. `WALK_SCHEDULES` sets the number of payment schedules.
 */
const stages = openStages();
console.log(`Width: ${JSON.stringify(width)}`);
const isBuilt = await stages.run("Build", script("scripts/build.ts", [], { NODE_ENV: "development" }));
// The soak takes minutes and little processor time, so what is judged by state runs in parallel.
await Promise.all([
  isBuilt ? stages.run("Soak", vitest(["--project", "soak"])) : stages.skip("Soak"),
  testState(isBuilt),
]);
if (isBuilt) {
  // What is judged by time runs alone.
  await stages.run("Time limits", vitest(["--project", "alone", "--no-file-parallelism"]));
  await stages.run("Pace", script("bench/src/main.ts", ["--guard"]));
} else stages.skip("Time limits", "Pace");
process.exit(stages.summarize());

async function testState(isBuilt: boolean): Promise<void> {
  // Most of these tests wait for a kill or a restart, so two processors have room for three.
  const resilience = ["--project", "resilience", "--maxWorkers", "3"];
  if (isBuilt) {
    await stages.run("Resilience tests", vitest(resilience));
    await stages.run("Upgrade in a browser", playwright(["--project=upgrade"]));
  } else stages.skip("Resilience tests", "Upgrade in a browser");
  const walk = { WALK_SCHEDULES: String(width.walkedSchedules) };
  await stages.run("Payment walk", vitest(["--project", "database", "payment-walk"], walk));
}
