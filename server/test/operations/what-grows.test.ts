import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const schema = join(root, "server/src/db/schema");

it("The manual says of every table what bounds it, and of none that is gone", async () => {
  const manual = await readFile(join(root, "docs/operations.md"), "utf8");
  const [, section = ""] = manual.split("### What grows");
  const [list = ""] = section.split("\n## ");
  const named = list.split("\n").flatMap((line) => {
    const [, tables = ""] = /^\| (`.*?) \|/.exec(line) ?? [];
    return [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  });
  const modules: Record<string, unknown>[] = await Promise.all(
    (await readdir(schema)).map((file) => import(join(schema, file))),
  );
  const tables = modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (is(value, PgTable) ? getTableConfig(value).name : []));
  expect(named.toSorted()).toEqual(tables.toSorted());
});
