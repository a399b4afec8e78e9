import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { project } from "./project.ts";
import { runResilience, startSoak } from "./resilience.ts";

/** Runs everything that decides whether a change may land, the quick before the slow. */
// As wide as fits into a quarter of an hour; pnpm test:resilience is as wide as the promises.
process.env.RESILIENCE_WIDTH ??= "narrow";

const script = (name: string, settings: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ["--import", "tsx", join(project, "scripts", name)], { settings });
const vitest = (...names: string[]) => {
  const projects = names.flatMap((name) => ["--project", name]);
  return run(join(project, "node_modules/.bin/vitest"), ["run", ...projects, "--maxWorkers", "2", "--minWorkers", "1"]);
};
const e2e = join(project, "e2e");

await step("Checks", () => script("check.ts"));
await step("Unit tests", () => vitest("shared", "demo", "scripts", "server", "@shop/client"));
// The sizes show that what is built is for shoppers, whatever the shell is for.
await step("Build", () => script("build.ts", { NODE_ENV: "development" }));
await step("Sizes", () => script("check-sizes.ts"));
await step("Supply chain", () => script("supply-chain.ts"));
await step("Pace", () => run(process.execPath, ["--import", "tsx", join(project, "bench/src/main.ts"), "--guard"]));
const soak = startSoak();
await step("Database tests", () => vitest("database"));
await step("Resilience tests", runResilience);
await step("Soak", soak.passed);
await step("Browser tests", () => run(join(e2e, "node_modules/.bin/playwright"), ["test"], { cwd: e2e }));

async function step(name: string, passes: () => Promise<boolean>): Promise<void> {
  const started = Date.now();
  console.log(`\n${name}`);
  const isPassed = await passes();
  console.log(`${name} ${isPassed ? "passed" : "failed"} after ${Math.round((Date.now() - started) / 1_000)} s`);
  if (!isPassed) process.exit(1);
}

type Place = { cwd?: string; settings?: NodeJS.ProcessEnv };

async function run(command: string, args: string[], { cwd = project, settings = {} }: Place = {}): Promise<boolean> {
  const env = { ...process.env, ...settings };
  const [code]: unknown[] = await once(spawn(command, args, { cwd, env, stdio: "inherit" }), "exit");
  return code === 0;
}
