import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { project } from "./project.ts";

const sources = ["client", "server", "shared", "demo", "scripts", "package.json", "pnpm-lock.yaml"];
const built = [join(project, "server/dist/main.js"), join(project, "client/dist/index.html")];
const stampFile = join(project, "server/dist/.stamp");

/** A hash of the sources, without the tests. */
export async function fingerprint(): Promise<string> {
  const files: string[] = [];
  const collect = async (path: string) => {
    if (/(^|\/)(node_modules|dist|test)$|\.test\.tsx?$/.test(path)) return;
    const entries = await readdir(join(project, path), { withFileTypes: true }).catch(() => null);
    if (entries === null) files.push(path);
    else await Promise.all(entries.map((entry) => collect(join(path, entry.name))));
  };
  await Promise.all(sources.map(collect));
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(file).update(await readFile(join(project, file)));
  return hash.digest("hex");
}

/** Whether the last build was made from the current sources. */
export async function isBuilt(): Promise<boolean> {
  const before = await readFile(stampFile, "utf8").catch(() => "");
  return built.every((file) => existsSync(file)) && before === (await fingerprint());
}

/** Records the hash of the sources that a build was made from. */
export function stampBuild(sourceHash: string): Promise<void> {
  return writeFile(stampFile, sourceHash);
}
