import { expect, it, vi } from "vitest";
import { openFileReader } from "../../src/domain/import/read-in-process.ts";
import { fileReadersOf } from "../harness/process.ts";

const limits = {
  entry: new URL("../../src/domain/import/read-worker.ts", import.meta.url),
  heapMegabytes: 160,
  startMs: 100_000,
  replyMs: 100_000,
  idleMs: 100_000,
};
const program = (name: string) => new URL(`../harness/programs/${name}-worker.ts`, import.meta.url);
const layout = {
  encoding: "utf-8",
  delimiter: ",",
  settings: { format: "other" as const, mapping: { key: "Key", name: "Name" }, variants: "refuse" as const },
};
const goOn = () => undefined;

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const content = Buffer.from(text);
  for (let start = 0; start < content.length; start += 1_048_576) yield content.subarray(start, start + 1_048_576);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const rowsOf = (count: number) => `Key,Name\n${Array.from({ length: count }, (_, n) => `k${n},Name ${n}\n`).join("")}`;

it("Files are read in one process after the other, which stays for the next one", async () => {
  const before = fileReadersOf(process.pid);
  const { read, describe } = openFileReader(limits);
  expect(await describe(chunksOf(rowsOf(3)), { encoding: "utf-8" })).toMatchObject({
    delimiter: ",",
    columns: [{ name: "Key" }, {}],
  });
  const [first, ...others] = fileReadersOf(process.pid).filter((pid) => !before.includes(pid));
  expect(others).toEqual([]);
  const products = await collect(read(chunksOf(rowsOf(30_000)), layout, goOn));
  expect(products).toHaveLength(30_000);
  expect(products.at(-1)).toMatchObject({ line: 30_001, values: { key: "k29999", name: "Name 29999" }, images: [] });
  await expect(collect(read(chunksOf('Key,Name\n1,"open'), layout, goOn))).rejects.toThrow("begins on line 2");
  expect(fileReadersOf(process.pid)).toContain(first);
  expect(await collect(read(chunksOf(rowsOf(2)), layout, goOn))).toHaveLength(2);
  expect(fileReadersOf(process.pid).filter((pid) => !before.includes(pid))).toEqual([first]);
});

it("A reading that is given up, or fails at its source, ends its process", async () => {
  const before = fileReadersOf(process.pid);
  const { read } = openFileReader(limits);
  for await (const product of read(chunksOf(rowsOf(30_000)), layout, goOn)) {
    expect(product.line).toBe(2);
    break;
  }
  const broken = async function* () {
    yield Buffer.from("Key,Name\n1,One\n");
    throw new Error("the database is gone");
  };
  await expect(collect(read(broken(), layout, goOn))).rejects.toThrow("the database is gone");
  await vi.waitUntil(() => fileReadersOf(process.pid).every((pid) => before.includes(pid)), { timeout: 60_000 });
});

it("A file whose reading ends its process by its time or memory is refused with the last line that was reached", async () => {
  const endless = openFileReader({ ...limits, entry: program("endless"), replyMs: 100 });
  await expect(collect(endless.read(chunksOf(rowsOf(3)), layout, goOn))).rejects.toMatchObject({
    name: "FileProblem",
    message: expect.stringContaining("The beginning of the file takes too much time or memory to read"),
  });
  const hungry = openFileReader({ ...limits, entry: program("hungry"), heapMegabytes: 40 });
  await expect(hungry.describe(chunksOf(rowsOf(3)), { encoding: "utf-8" })).rejects.toMatchObject({
    name: "FileProblem",
  });
  const { read } = openFileReader(limits);
  const before = fileReadersOf(process.pid);
  const readToEnd = async () => {
    for await (const { line } of read(chunksOf(rowsOf(30_000)), layout, goOn)) {
      if (line !== 1_000) continue;
      for (const pid of fileReadersOf(process.pid).filter((each) => !before.includes(each)))
        process.kill(pid, "SIGKILL");
    }
  };
  await expect(readToEnd()).rejects.toThrow(/^What comes after line 1,[0-9]+ of the file takes too much/);
});

it("A process that cannot be started is no fault of the file", async () => {
  const { describe } = openFileReader({ ...limits, entry: program("missing") });
  await expect(describe(chunksOf(rowsOf(3)), { encoding: "utf-8" })).rejects.toMatchObject({
    name: "ProcessEnded",
    statusCode: 503,
  });
});

it("A shutdown does not wait for a reading that takes for ever", async () => {
  const { read } = openFileReader({ ...limits, entry: program("endless") });
  let asked = 0;
  const stopped = () => {
    asked += 1;
    return asked > 2 ? new Error("stopping") : undefined;
  };
  await expect(collect(read(chunksOf(rowsOf(3)), layout, stopped))).rejects.toThrow("stopping");
});
