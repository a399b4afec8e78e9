import { spawnSync } from "node:child_process";
import { unitProjects, vitest } from "./programs.ts";

/** Runs the unit tests whose path contains a name, or with `--changed` those that uncommitted changes affect. */
const { command, args } = vitest([...unitProjects, ...process.argv.slice(2)]);
process.exit(spawnSync(command, args, { stdio: "inherit" }).status ?? 1);
