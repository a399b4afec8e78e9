import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compareSizes, measureSizes } from "./sizes.ts";

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), "shop-sizes-"));
});
afterEach(() => rm(dist, { recursive: true }));

const kilobytes = (text: string) => gzipSync(text, { level: 9 }).length / 1_000;

async function build(files: Record<string, string>, manifest: object): Promise<void> {
  for (const [name, content] of Object.entries({ ...files, ".vite/manifest.json": JSON.stringify(manifest) })) {
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
}

const files = { "index.js": "home".repeat(90), "shared.js": "shared", "cart.js": "cart()", "cart.css": "p{color:red}" };
const manifest = {
  "index.html": { file: "index.js", name: "index", isEntry: true, imports: ["_shared"] },
  _shared: { file: "shared.js", name: "shared" },
  "cart.tsx": {
    file: "cart.js",
    name: "cart-page",
    isDynamicEntry: true,
    imports: ["index.html", "_shared"],
    css: ["cart.css"],
  },
};

test("Home is measured with all its imports, and a screen with its additional files", async () => {
  await build(files, manifest);
  expect(await measureSizes(dist)).toEqual([
    { part: "home", size: { js: kilobytes(files["index.js"]) + kilobytes(files["shared.js"]), css: 0 } },
    { part: "cart-page", size: { js: kilobytes(files["cart.js"]), css: kilobytes(files["cart.css"]) } },
  ]);
});

test("A part above its own limit or that of all others, and a limit without a part are named", () => {
  const parts = [
    { part: "home", size: { js: 10, css: 1 } },
    { part: "cart-page", size: { js: 4.06, css: 2 } },
    { part: "large-page", size: { js: 21, css: 1 } },
    { part: "small-page", size: { js: 19, css: 1 } },
  ];
  const limits = {
    home: { js: 10, css: 1 },
    parts: { "cart-page": { js: 4, css: 1.5 }, "old-page": { js: 1, css: 1 } },
    others: { js: 20, css: 5 },
  };
  expect(compareSizes(parts, limits)).toEqual([
    "cart-page: 4.1 KB of JS, limit 4 KB",
    "cart-page: 2.0 KB of CSS, limit 1.5 KB",
    "large-page: 21.0 KB of JS, limit 20 KB",
    "old-page has a limit and is not in the build",
  ]);
});

test("The check fails for a client above its limit, and prints the difference", async () => {
  // Random data hardly compresses, so this exceeds any limit.
  const noise = Array.from({ length: 60_000 }, () => Math.random().toString(36)).join("");
  await build({ ...files, "index.js": noise }, manifest);
  const check = spawnSync(process.execPath, ["--import", "tsx", join(import.meta.dirname, "check-sizes.ts"), dist], {
    encoding: "utf8",
  });
  expect(check.stdout).toMatch(/^home: \d+\.\d KB of JS, limit \d+(\.\d+)? KB$/m);
  expect(check.status).toBe(1);
});
