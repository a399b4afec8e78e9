import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { nodeBinary } from "./node-binary.ts";
import { project } from "./project.ts";

/**
 * Runs what tests the server, without a built one, with the newest Node of another major version, which npm brings:
 * `test-node.ts 24`, and names of files as for `vitest`.
 */
const [major, ...names] = process.argv.slice(2);
if (major === undefined || !/^\d+$/.test(major)) throw new Error("Name a major version of Node, such as 24");
const node = await nodeBinary(Number(major));
console.log(`Node ${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()}`);
const projects = ["shared", "server", "database"].flatMap((name) => ["--project", name]);
const { status } = spawnSync(node, [join(project, "node_modules/vitest/vitest.mjs"), "run", ...projects, ...names], {
  stdio: "inherit",
  cwd: project,
  // Programs that tests start by their name get the same one.
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
});
process.exit(status ?? 1);
