import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const project = join(import.meta.dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

const [, section = ""] = read("docs/scaling.md").split("## What grows");
const rows = section
  .split("\n##", 1)[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| What grows"))
  .map((line) => line.slice(2, -1).split(" | "));

it("Every figure of how far the shop scales is one of a benchmark or a test that exists", () => {
  const benchmarks = read("bench/README.md").replaceAll(",", "");
  const [, parts = ""] = /const parts = \[(.*?)\]/s.exec(read("bench/src/main.ts")) ?? [];
  expect(rows?.length).toBeGreaterThan(10);
  for (const [what = "", held = "", how = ""] of rows ?? []) {
    const tests = [...how.matchAll(/`(server\/test\/[^`]+)`/g)].map(([, path = ""]) => path);
    const commands = [...how.matchAll(/`pnpm bench (\w+)/g)].map(([, part = ""]) => part);
    expect(tests.length + commands.length, what).toBeGreaterThan(0);
    for (const path of tests) expect(existsSync(join(project, path)), path).toBe(true);
    for (const part of commands) expect(parts, what).toContain(`"${part}"`);
    if (commands.length === 0) continue;
    // Figures are those that were printed, not rounded ones.
    for (const [figure] of held.replaceAll(",", "").matchAll(/\d+(\.\d+)?/g))
      expect(benchmarks, `${what}: ${figure}`).toContain(figure);
  }
});
