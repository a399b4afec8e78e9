import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "./project.ts";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  ...["docs", "docs/deploy"].flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

/** A path of the repository in code marks; patterns, built files and the example of CONTRIBUTING.md are none. */
const path =
  /`((?:client|server|shared|scripts|e2e|bench|deploy|drizzle|demo|paypal-simulator|stripe-simulator|docs)\/[\w./@-]+)`/g;
const isExample = (name: string) => /\/dist(\/|$)|domain\/order\/archive\.ts$/.test(name);

test.each(documents)("%s names files that exist", (document) => {
  const named = [...readFileSync(join(project, document), "utf8").matchAll(path)].flatMap(([, name = ""]) => name);
  const missing = named.filter((name) => !isExample(name) && !existsSync(join(project, name)));
  expect(missing).toEqual([]);
});
