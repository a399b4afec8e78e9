import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productOptions, productOptionValues } from "../../../db/schema/product-groups.ts";
import { productAttributes } from "../../../db/schema/products.ts";
import { type AskedValue, isAsked } from "./read-question.ts";

/** For how long the values are cached, in milliseconds. A new color is an ordinary word until then. */
const cacheMs = 30_000;
/** Names of facts, values of one, and rows of options that are looked at. */
const namesMax = 500;
const valuesMax = 300;
const optionsMax = 5_000;

const cacheOf = new WeakMap<Db, { until: number; values: Promise<AskedValue[]> }>();

/** The sizes and colors that facts and options of the shop's products have. `tx` belongs to `db`. */
export function readAskedValues(db: Db, tx: Db): Promise<AskedValue[]> {
  const cached = cacheOf.get(db);
  if (cached !== undefined && cached.until > Date.now()) return cached.values;
  const values = readValues(tx);
  cacheOf.set(db, { until: Date.now() + cacheMs, values });
  values.catch(() => cacheOf.delete(db));
  return values;
}

async function readValues(tx: Db): Promise<AskedValue[]> {
  const names = (await readNames(tx)).filter(isAsked);
  const facts = names.length === 0 ? [] : await readFacts(tx, names);
  const { rows } = await tx.execute<AskedValue>(sql`
    select distinct name, label from (
      select o.name, l.label from ${productOptions} o join ${productOptionValues} l using (group_id, option)
      limit ${optionsMax}) as of_options`);
  const known = new Set(facts.map(({ name, label }) => `${name}:${label}`));
  return [...facts, ...rows.filter(({ name, label }) => isAsked(name) && !known.has(`${name}:${label}`))];
}

/** The names of facts, each by one look into the index, however many products have it. */
async function readNames(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with recursive names as (
      (select name, 1 as place from ${productAttributes} order by name limit 1)
      union all
      select (select a.name from ${productAttributes} a where a.name > names.name order by a.name limit 1), place + 1
      from names where names.name is not null and place < ${namesMax}
    )
    select name from names where name is not null`);
  return rows.map(({ name }) => name);
}

/** Their values, in the same way. */
async function readFacts(tx: Db, names: readonly string[]): Promise<AskedValue[]> {
  const { rows } = await tx.execute<AskedValue>(sql`
    with recursive facts as (
      select asked.name, (
        select a.label from ${productAttributes} a where a.name = asked.name order by a.label limit 1
      ) as label, 1 as place from unnest(${sql.param(names)}::text[]) as asked(name)
      union all
      select facts.name, (
        select a.label from ${productAttributes} a where a.name = facts.name and a.label > facts.label
        order by a.label limit 1
      ), place + 1 from facts where facts.label is not null and place < ${valuesMax}
    )
    select name, label from facts where label is not null`);
  return rows;
}
