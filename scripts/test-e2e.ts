import { spawnSync } from "node:child_process";
import buildWhenChanged from "./build-when-changed.ts";
import { playwright } from "./programs.ts";

/** Runs the browser tests whose path contains a name, or with `--changed` those with uncommitted changes. */
await buildWhenChanged();
const given = process.argv.slice(2).map((argument) => (argument === "--changed" ? "--only-changed" : argument));
const { command, args, cwd } = playwright(given);
process.exit(spawnSync(command, args, { cwd, stdio: "inherit" }).status ?? 1);
