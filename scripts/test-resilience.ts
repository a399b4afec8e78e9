import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isBuilt } from "./build-stamp.ts";
import { playwright, script, unitProjects, vitest } from "./programs.ts";
import { project } from "./project.ts";
import { openStages } from "./stages.ts";

/**
 * Shows that the built shop survives kills, outages, load, slow clients, invalid requests and hours of use, and that it
 * is as fast as its floors. `TEST_WIDTH=full` kills more often and repeats the random cases of `pnpm test` in large
 * numbers; `WALK_SCHEDULES` sets the number of payment schedules.
 */
process.env.TEST_WIDTH ??= "usual";
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
    await stages.run(
      "Browser tests",
      playwright([], { E2E_PART: process.env.TEST_WIDTH === "full" ? "rest" : "usual" }),
    );
  } else stages.skip("Resilience tests", "Browser tests");
  // What `pnpm test` runs in smaller numbers.
  if (process.env.TEST_WIDTH === "full") {
    await stages.run("Random cases", vitest(["--project", "database", ...(await testsWith("harness/width.ts"))]));
  }
  // The oldest Node that the checkout takes runs everything else.
  if (process.env.TEST_WIDTH === "full") {
    for (const major of ["22", "24"])
      await stages.run(`Server tests on Node ${major}`, script("scripts/test-node.ts", [major]));
  }
  // What it leaves out, in a process for each processor.
  const wide = ["--tagsFilter", "wide", ...(await testsWith('tags: "wide"', "@module-tag wide"))];
  await Promise.all([
    stages.run("Wide unit tests", vitest([...unitProjects, ...wide])),
    stages.run("Wide database tests", vitest(["--project", "database", ...wide])),
  ]);
}

/** The test files of server and client that contain one of the texts. */
async function testsWith(...texts: string[]): Promise<string[]> {
  const files = await Promise.all(
    ["server/test", "client/src"].map(async (folder) =>
      (await readdir(join(project, folder), { recursive: true }))
        .filter((file) => /\.test\.tsx?$/.test(file))
        .map((file) => join(folder, file)),
    ),
  );
  const contents = await Promise.all(files.flat().map((file) => readFile(join(project, file), "utf8")));
  return files.flat().filter((_, place) => texts.some((text) => contents[place]?.includes(text) === true));
}
