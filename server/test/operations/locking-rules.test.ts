import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkLocking, type Sources } from "../harness/locking-rules.ts";

const source = join(import.meta.dirname, "../../src");

async function readSources(): Promise<Sources> {
  const names = await readdir(source, { recursive: true });
  const paths = names.filter((name) => name.endsWith(".ts")).map((name) => join(source, name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const)));
}

it("Every select that locks rows reads no other rows in its statement", async () => {
  const { faults, locking } = checkLocking(await readSources());
  expect(faults).toEqual([]);
  // It would also find nothing if it did not know a locking select.
  expect(locking).toBeGreaterThan(60);
});

/** Of a file; `@{` stands for what inserts a value into a text. */
const faultsOf = (text: string, more: Record<string, string> = {}) =>
  checkLocking(
    new Map(
      Object.entries({ ...more, "/src/domain/one.ts": text }).map(([path, code]) => [
        path,
        code.replaceAll("@{", "$" + "{"),
      ]),
    ),
  ).faults.map((fault) => fault.replace(/^\S+:\d+ /, ""));

describe("a select that locks", () => {
  it.each([
    ["with a join", "db.select().from(a).innerJoin(b, on).where(x).for('update')", /innerJoin/],
    [
      "with a subquery",
      "db.select().from(a).where(inArray(a.id, db.select().from(b))).for('share')",
      /subquery in where/,
    ],
    [
      "with a subquery that has a name",
      "const open = sql`exists (select from @{b})`; const isDue = and(not(open), c);\nasync function f() { await db.select().from(a).where(isDue).for('update', { skipLocked: true }); }",
      /subquery in where/,
    ],
    [
      "with columns that read other tables",
      "const columns = { id: a.id, total: sql`(select sum(n) from @{b})` };\ndb.select(columns).from(a).for('no key update')",
      /subquery in select/,
    ],
    [
      "under a name",
      "const query = db.select().from(a).leftJoin(b, on);\nawait (locks ? query.where(x).for('update') : query)",
      /leftJoin/,
    ],
    [
      "in SQL with a join",
      "sql`insert into m select u.id from @{a} a join @{b} u on u.id = a.u for key share of u on conflict do nothing`",
      /join in SQL/,
    ],
    ["in SQL with two tables", "sql`select a.id from a, b where a.id = b.a for update of a`", /two tables/],
    [
      "in SQL with a subquery",
      "sql`select id from a where id in (select a from b) order by id for share`",
      /subquery in SQL/,
    ],
    [
      "in SQL with an inserted subquery",
      "const isOpen = sql`exists (select from b)`; sql`update a set x = 1 where id in (select id from a where @{isOpen} for update skip locked)`",
      /subquery in SQL/,
    ],
  ])("%s is refused", (_what, text, fault) => {
    expect(faultsOf(text)).toMatchObject([expect.stringMatching(fault)]);
  });

  it("with a subquery of another file is refused", () => {
    const text = 'import { isFree } from "./two.ts";\ndb.select().from(a).where(isFree).for("update")';
    const other = 'import { b } from "../db/schema/b.ts";\nexport const isFree = sql`not exists (select from @{b})`;';
    expect(faultsOf(text, { "/src/domain/two.ts": other })).toHaveLength(1);
  });

  it.each([
    "db.select().from(a).where(and(eq(a.id, id), isNull(a.endedAt))).orderBy(a.id).for('update')",
    "async function f() { const ids = await tx.select().from(b);\nawait db.select().from(a).where(inArray(a.id, ids)).for('update'); }",
    "const due = sql`(select t.id from @{a} t where t.send_at <= now() order by t.send_at limit 5 for update skip locked)`;\ndb.update(a).set(x).where(inArray(a.id, due))",
    "sql`with locked as (select id from a where id = any(@{ids}) order by id for no key update), b as (select id from c) update a set x = 1 from locked join b using (id)`",
    "sql`select a.id from a join b on b.id = a.b`",
    "for (const update of updates) notify('ready for update')",
  ])("only its own rows is not: %s", (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
