import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { isBuilt } from "./build-stamp.ts";
import { project } from "./project.ts";

/** Builds the shop if its sources have changed since the last build. Throws if the build fails. */
export default async function buildWhenChanged(): Promise<void> {
  if (await isBuilt()) return;
  console.log("Building the shop");
  // In a child process, so that the server's process does not keep the memory of the build.
  const build = spawn(process.execPath, ["--import", "tsx", join(project, "scripts/build.ts")], {
    cwd: project,
    stdio: "inherit",
  });
  const [code]: unknown[] = await once(build, "close");
  if (code !== 0) throw new Error("The shop could not be built");
}
