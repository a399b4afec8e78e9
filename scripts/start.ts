import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { project } from "./project.ts";
import { simulatedPayments } from "./simulator.ts";

/** Builds the shop when its sources have changed since the last build, then runs the built server in this process. */
const sources = ["client", "server", "shared", "demo", "scripts", "package.json", "pnpm-lock.yaml"];
const built = [join(project, "server/dist/main.js"), join(project, "client/dist/index.html")];
const stampFile = join(project, "server/dist/.stamp");

async function fingerprint(): Promise<string> {
  const files: string[] = [];
  const collect = async (path: string) => {
    if (/(^|\/)(node_modules|dist|test)$/.test(path)) return;
    const entries = await readdir(join(project, path), { withFileTypes: true }).catch(() => null);
    if (entries === null) files.push(path);
    else await Promise.all(entries.map((entry) => collect(join(path, entry.name))));
  };
  await Promise.all(sources.map(collect));
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(file).update(await readFile(join(project, file)));
  return hash.digest("hex");
}

const now = await fingerprint();
const before = await readFile(stampFile, "utf8").catch(() => "");
if (before !== now || !built.every((file) => existsSync(file))) {
  console.log("Building the shop");
  // A process of its own, so that the server does not carry the builder's memory.
  const build = promisify(execFile)(process.execPath, ["--import", "tsx", join(project, "scripts/build.ts")], {
    cwd: project,
  });
  build.child.stdout?.pipe(process.stdout);
  build.child.stderr?.pipe(process.stderr);
  await build.catch(() => process.exit(1));
  await mkdir(join(project, "server/dist"), { recursive: true });
  await writeFile(stampFile, now);
}
// The terminal is for people here: what goes wrong, not each request.
process.env.LOG_LEVEL ??= "warn";
Object.assign(process.env, await simulatedPayments());
await import(join(project, "server/dist/main.js"));
