import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFolder } from "../../src/infra/storage.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shop-storage-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function namesIn(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const name of names) found.push(name);
  return found.sort();
}

describe("a folder of stored files", () => {
  it("gives back what was stored, and nothing for what was not", async () => {
    const storage = openFolder(folder);
    await storage.write("a.webp", Buffer.from("first"));
    expect(await storage.read("a.webp")).toEqual(Buffer.from("first"));
    expect(await storage.read("b.webp")).toBeUndefined();
  });

  it("lists what is stored whole, without what is half-written", async () => {
    const storage = openFolder(folder);
    await storage.write("b.webp", Buffer.from("second"));
    await writeFile(join(folder, "half-written.tmp"), "hal");
    expect(await namesIn(storage.list())).toEqual(["a.webp", "b.webp"]);
  });

  it("lists nothing before the first file has made it", async () => {
    expect(await namesIn(openFolder(join(folder, "absent")).list())).toEqual([]);
  });
});
