import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { project } from "./project.ts";

/** Runs everything that decides whether a change may land, the quick before the slow. */
// As wide as fits into a quarter of an hour; pnpm test:resilience is as wide as the promises.
process.env.RESILIENCE_WIDTH ??= "narrow";
const node = (script: string): [string, string[]] => [process.execPath, ["--import", "tsx", join(project, script)]];
const vitest = join(project, "node_modules/.bin/vitest");
const ofProjects = (...projects: string[]) => projects.flatMap((name) => ["--project", name]);
const twoFilesAtATime = ["--maxWorkers", "2", "--minWorkers", "1"];
const steps: [name: string, command: string, args: string[], cwd?: string][] = [
  ["Checks", ...node("scripts/check.ts")],
  [
    "Unit tests",
    vitest,
    ["run", ...ofProjects("shared", "demo", "scripts", "server", "@shop/client"), ...twoFilesAtATime],
  ],
  ["Database tests", vitest, ["run", ...ofProjects("database"), ...twoFilesAtATime]],
  ["Build", ...node("scripts/build.ts")],
  ["Sizes", ...node("scripts/check-sizes.ts")],
  ["Supply chain", ...node("scripts/supply-chain.ts")],
  ["Resilience tests", ...node("scripts/test-resilience.ts")],
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
