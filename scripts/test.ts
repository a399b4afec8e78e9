import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { project } from "./project.ts";

/** Runs everything that decides whether a change may land, the quick before the slow. */
const node = (script: string): [string, string[]] => [process.execPath, ["--import", "tsx", join(project, script)]];
const vitest = join(project, "node_modules/.bin/vitest");
const steps: [name: string, command: string, args: string[], cwd?: string][] = [
  ["Checks", ...node("scripts/check.ts")],
  ["Unit tests", vitest, ["run", "--project", "!database"]],
  // One file at a time: crowds, outages and timings must not be each other's load.
  ["Database tests", vitest, ["run", "--project", "database", "--no-file-parallelism"]],
  ["Build", ...node("scripts/build.ts")],
  ["Browser tests", join(project, "e2e/node_modules/.bin/playwright"), ["test"], join(project, "e2e")],
];

for (const [name, command, args, cwd = project] of steps) {
  const started = Date.now();
  console.log(`\n${name}`);
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) {
    console.log(`${name} failed`);
    process.exit(status ?? 1);
  }
  console.log(`${name} passed in ${Math.round((Date.now() - started) / 1_000)} s`);
}
