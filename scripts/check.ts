import { spawn } from "node:child_process";
import { join } from "node:path";
import { project } from "./project.ts";

/**
 * Format, lint, types, dependency rules and unused code, two checks in parallel; prints the whole
 * output of each failure.
 */
const bin = (name: string) => join(project, "node_modules/.bin", name);
const tsc = join(project, "node_modules/typescript-native/bin/tsc");
const checks: [name: string, command: string, ...args: string[]][] = [
  ["format and lint", bin("biome"), "check", "--error-on-warnings", "."],
  [
    "dependency rules",
    bin("depcruise"),
    "client/src",
    "server/src",
    "server/test",
    "shared/src",
    "demo/src",
    "paypal-simulator",
    "stripe-simulator",
    "bench",
    "e2e",
  ],
  ["unused code", bin("knip")],
  ["words", process.execPath, "--import", "tsx", join(project, "scripts/check-words.ts")],
  ...["shared", "demo", "paypal-simulator", "stripe-simulator", "server", "client", "e2e", "bench", "."].map(
    (folder): [string, string, ...string[]] => {
      // An incremental build, so that only changed files are checked.
      const buildInfo = join(
        project,
        "node_modules/.cache/types",
        `${folder === "." ? "project" : folder}.tsbuildinfo`,
      );
      const args = ["--noEmit", "--checkers", "1", "--incremental", "--tsBuildInfoFile", buildInfo, "-p", folder];
      return [`types of ${folder}`, process.execPath, tsc, ...args];
    },
  ),
];

function run([name, command, ...args]: (typeof checks)[number]): Promise<boolean> {
  return new Promise((done) => {
    const output: Buffer[] = [];
    const child = spawn(command, args, { cwd: project });
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("close", (code) => {
      console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}`);
      if (code !== 0) console.log(Buffer.concat(output).toString("utf8"));
      done(code === 0);
    });
  });
}

let failed = 0;
const waiting = [...checks];
const work = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (!(await run(next))) failed += 1;
  }
};
await Promise.all([work(), work()]);
if (failed > 0) process.exit(1);
