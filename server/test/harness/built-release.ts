import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../..", import.meta.url));
const maxBuffer = 2 ** 28;

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run("git", args, { cwd: repository, maxBuffer });
  return stdout.trim();
}

/** A commit of the files as they are now, without those that Git does not know. It belongs to no branch. */
export async function presentCommit(): Promise<string> {
  const changed = await git("-c", "user.name=test", "-c", "user.email=test@example.com", "stash", "create");
  return changed === "" ? git("rev-parse", "HEAD") : changed;
}

/** The commit of the release before the present state: of the newest tag, or of the last entry of the changelog that is no plan. */
export async function lastRelease(): Promise<{ commit: string; name: string }> {
  const tag = await git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD^").catch(() => "");
  if (tag !== "") return { commit: await git("rev-parse", `${tag}^{commit}`), name: tag };
  // Without a tag, a release ends where the plan for the next one begins.
  const planned = await git("log", "--format=%H", "-S## Unreleased", "--", "CHANGELOG.md");
  const commit = await git("rev-parse", `${planned.split("\n").at(-1)}^`);
  const changelog = await git("show", `${commit}:CHANGELOG.md`);
  return { commit, name: `${/^## (\d\S*)/m.exec(changelog)?.[1]} (commit ${commit.slice(0, 9)}, which has no tag)` };
}

/**
 * The files of a commit in a folder of their own, in which commands were run, as by whoever has a clone of it. It lasts in the
 * folder of temporary files under its name until other files or commands take its place. Throws with what the commands print
 * when one fails.
 */
export async function builtCommit(name: string, commit: string, commands: string): Promise<string> {
  const folder = join(tmpdir(), `shop-release-${name}`);
  const stamp = `${await git("rev-parse", `${commit}^{tree}`)}\n${commands}`;
  if ((await readFile(join(folder, ".built"), "utf8").catch(() => "")) === stamp) return folder;
  const made = await mkdtemp(join(tmpdir(), "shop-release-"));
  const archive = join(made, "files.tar");
  await git("archive", `--output=${archive}`, commit);
  await run("tar", ["--extract", "--file", archive, "--directory", made]);
  await rm(archive);
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, TZ: _zone, ...env } = process.env;
  const own = { ...env, SOURCE_DATE_EPOCH: await git("log", "-1", "--format=%ct", commit) };
  await run("bash", ["-euo", "pipefail", "-c", commands], { cwd: made, env: own, maxBuffer });
  await writeFile(join(made, ".built"), stamp);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  return folder;
}
