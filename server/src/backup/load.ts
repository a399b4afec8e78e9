import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { z } from "zod";
import { buildSchema, type Migration } from "../db/migrate.ts";
import { copyTarget, measureTable, plainText } from "./dump.ts";
import { BackupError } from "./error.ts";
import type { DatabasePart, TablePart } from "./manifest.ts";

const namesSchema = z.array(z.object({ name: z.string() }));
const defsSchema = z.array(z.object({ name: z.string(), owner: z.string(), definition: z.string() }));

async function names(client: pg.Client, query: string): Promise<string[]> {
  return namesSchema.parse((await client.query(query)).rows).map(({ name }) => name);
}

const ours = "select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace";
const notOfExtension = "not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')";

/** Fails unless the database is empty. */
export async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const found = await names(client, `${ours} and c.relkind in ('r', 'p', 'v', 'm') and ${notOfExtension}`);
  if (found.length > 0) {
    throw new BackupError(
      "This database is not empty: restore into an empty one, or say --replace to lose what is in it",
    );
  }
}

/** Drops the shop's tables and functions within the caller's transaction. Objects of extensions stay. */
export async function clearDatabase(client: pg.Client): Promise<void> {
  const tables = await names(client, `${ours} and c.relkind in ('r', 'p') and ${notOfExtension}`);
  if (tables.length > 0) await client.query(`drop table ${tables.join(", ")} cascade`);
  const functions = await names(
    client,
    `select c.oid::regprocedure::text as name from pg_proc c where c.pronamespace = 'public'::regnamespace and ${notOfExtension}`,
  );
  if (functions.length > 0) await client.query(`drop routine ${functions.join(", ")} cascade`);
}

/**
 * Fills an empty database from a backup: its schema, then its rows. Runs within the caller's
 * transaction, and fails if the rows differ from the manifest.
 */
export async function loadDatabase(
  client: pg.Client,
  { tables, sequences }: DatabasePart,
  migrations: Migration[],
  rowsOf: (table: TablePart) => AsyncIterable<Buffer>,
): Promise<void> {
  await client.query(plainText);
  // A migration journal without its tables belongs to a dropped database.
  await client.query("drop schema if exists drizzle cascade");
  await buildSchema(client, migrations);
  // A table with pending trigger events cannot be altered.
  await client.query("set constraints all immediate");
  const made = await names(client, `${ours} and c.relkind = 'r' and ${notOfExtension}`);
  const rebuild = await prepareForLoad(client, made);
  for (const table of tables) {
    await pipeline(rowsOf(table), client.query(copyFrom(`copy ${copyTarget(table)} from stdin`)));
    const { rows, fingerprint } = await measureTable(client, table);
    if (rows !== table.rows || fingerprint !== table.fingerprint) {
      throw new BackupError(`The table ${table.name} did not arrive as it was`);
    }
  }
  for (const { name, value } of sequences) {
    await client.query("select setval($1::regclass, $2)", [`public.${pg.escapeIdentifier(name)}`, value]);
  }
  await rebuild();
}

/**
 * Drops triggers, foreign keys and secondary indexes before loading: triggers would change rows,
 * foreign keys would require an order of tables, and indexes would slow the load down. Columns that
 * triggers maintain are part of the backup. Returns a function that recreates everything, which
 * checks every foreign key.
 */
async function prepareForLoad(client: pg.Client, tables: string[]): Promise<() => Promise<void>> {
  const references = defsSchema.parse(
    (
      await client.query(
        `select quote_ident(conname) as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition
         from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
      )
    ).rows,
  );
  const indexes = defsSchema.parse(
    (
      await client.query(
        `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as owner, pg_get_indexdef(i.indexrelid) as definition
         from pg_index i join pg_class c on c.oid = i.indrelid
         where c.relnamespace = 'public'::regnamespace and ${notOfExtension}
           and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
      )
    ).rows,
  );
  for (const { name, owner } of references) await client.query(`alter table ${owner} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  // Migrations insert rows into some tables.
  await client.query(`truncate ${tables.join(", ")}`);
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { name, owner, definition } of references) {
      await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
    }
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  };
}
