import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openStaticFiles } from "../../src/start/static-files.ts";

const undo: (() => Promise<unknown>)[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const dayMs = 86_400_000;

async function folderWith(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop-static-"));
  folders.push(folder);
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), `content of ${name}`);
  }
  return folder;
}

async function start(own: string, shared: string) {
  const warnings: string[] = [];
  const opened = await openStaticFiles(
    { add: (step) => void undo.push(step) },
    { own, shared },
    (line) => void warnings.push(line),
  );
  return { opened, warnings };
}

const namesIn = async (folder: string) => (await readdir(join(folder, "js"))).sort();
const age = (file: string, days: number) => {
  const at = new Date(Date.now() - days * dayMs);
  return utimes(file, at, at);
};

describe("the static files of all releases", () => {
  it("are in one folder when instances of two releases have started, without files whose name has no hash", async () => {
    const shared = join(await folderWith(), "static");
    const before = await folderWith("js/main-1.js", "js/main-1.js.br", "js/same-1.js", "share.png");
    const after = await folderWith("js/main-2.js", "js/same-1.js", "css/main-2.css", "share.png");
    expect(await start(before, shared)).toEqual({ opened: shared, warnings: [] });
    expect(await start(after, shared)).toEqual({ opened: shared, warnings: [] });
    expect(await namesIn(shared)).toEqual(["main-1.js", "main-1.js.br", "main-2.js", "same-1.js"]);
    expect((await readdir(shared)).sort()).toEqual(["css", "js"]);
    expect(await readFile(join(shared, "js/main-1.js"), "utf8")).toBe("content of js/main-1.js");
  });

  it("stay for 30 days after the last start of their release, and are removed then", async () => {
    const shared = await folderWith("js/older-0.js", "js/newer-0.js", "js/current-1.js");
    await age(join(shared, "js/older-0.js"), 31);
    await age(join(shared, "js/newer-0.js"), 29);
    await age(join(shared, "js/current-1.js"), 400);
    await start(await folderWith("js/current-1.js"), shared);
    expect(await namesIn(shared)).toEqual(["current-1.js", "newer-0.js"]);
    // The current release has counted from now.
    await start(await folderWith("js/current-2.js"), shared);
    expect(await namesIn(shared)).toEqual(["current-1.js", "current-2.js", "newer-0.js"]);
  });

  it("do not keep the shop from starting when their folder cannot be used", async () => {
    const file = join(await folderWith("js/a-file.js"), "js/a-file.js");
    const { opened, warnings } = await start(await folderWith("js/main-1.js"), join(file, "static"));
    expect(opened).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(/^STATIC_DIR: .+ may miss their scripts\.$/)]);
  });
});
