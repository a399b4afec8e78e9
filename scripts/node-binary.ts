import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The newest Node of a major version, from npm, in the folder of temporary files: the path of its program. */
export async function nodeBinary(major: number): Promise<string> {
  const folder = join(tmpdir(), `shop-node-${major}`);
  // The packages of the binaries, since that named node needs a script to install them.
  const built = `${process.platform}-${process.arch}`;
  const name = built === "darwin-arm64" ? `node-bin-${built}` : `node-${built}`;
  const program = join(folder, "node_modules", name, "bin/node");
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["install", "--prefix", folder, ...quiet, `${name}@${major}`], { stdio: "inherit" });
  return program;
}
