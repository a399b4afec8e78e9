import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { width } from "../server/test/harness/width.ts";
import buildWhenChanged from "./build-when-changed.ts";
import { project } from "./project.ts";

/** Shows that the built shop survives kills, outages, crowds, slow clients, nonsense and time. */
const vitest = join(project, "node_modules/.bin/vitest");
const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: "1" } : process.env;

function start(args: string[], stdout: "inherit" | "pipe") {
  const child = spawn(vitest, ["run", ...args], { cwd: project, env, stdio: ["ignore", stdout, stdout] });
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  const ended = once(child, "close").then(([code]: unknown[]) => code === 0);
  return { child, ended, output: () => Buffer.concat(output).toString("utf8") };
}

await buildWhenChanged();
console.log(`As wide as this: ${JSON.stringify(width)}`);
// The soak takes minutes and little else, so it runs beside everything.
const soak = start(["--project", "soak"], "pipe");
// What is judged by state may share the machine, and much of it is waiting; what is judged by time comes after it.
const isWell =
  (await start(["--project", "resilience", "--maxWorkers", "2", "--minWorkers", "1"], "inherit").ended) &&
  (await start(["--project", "alone", "--no-file-parallelism"], "inherit").ended);
if (!isWell) soak.child.kill("SIGTERM");
const isSoakWell = await soak.ended;
if (isWell) console.log(soak.output());
process.exit(isWell && isSoakWell ? 0 : 1);
