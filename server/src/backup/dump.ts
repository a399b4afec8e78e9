import { promisify } from "node:util";
import { gzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { takeMigrationLock, withMaintenance } from "../db/migrate.ts";
import type { Entry } from "./archive.ts";
import { type DatabasePart, folderOf, type TablePart } from "./manifest.ts";

const compress = promisify(gzip);

/** The uncompressed size of one entry of a table. */
const entryBytes = 4_194_304;

/**
 * Sessions, challenges, rate limit counters and requests for a new password are left out: a restore must not revive a
 * session that was ended, or a code that was used, after the backup.
 */
const excludedTables = ["sessions", "passkey_challenges", "rate_limits", "password_resets"];

/**
 * A canonical text format regardless of the database's settings. Row-level security that would hide
 * rows is an error.
 */
export const plainText = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local timezone = 'UTC'; set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local client_encoding = 'UTF8'; set local row_security = off; set local search_path = public`;

const journalSchema = z.array(z.object({ hash: z.string(), written_at: z.coerce.number() }));
const columnsSchema = z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) }));
const sequencesSchema = z.array(z.object({ name: z.string(), value: z.string() }));

/** Exports every row of the shop from one snapshot, while the shop runs. Migrations wait meanwhile. */
export function dumpDatabase(url: string, add: (entry: Entry) => Promise<void>): Promise<DatabasePart> {
  return withMaintenance(url, "shop backup", async (client) => {
    await takeMigrationLock(client, "shared");
    await client.query("begin isolation level repeatable read read only");
    await client.query(plainText);
    const { rows: journal } = await client.query(
      "select hash, created_at as written_at from drizzle.__drizzle_migrations order by created_at",
    );
    const tables: TablePart[] = [];
    for (const { name, columns } of await tablesOf(client)) {
      const known = { name, columns, ...(await measureTable(client, { name, columns })) };
      await copyOut(client, known, add);
      tables.push(known);
    }
    const { rows: sequences } = await client.query(
      "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null",
    );
    await client.query("commit");
    return {
      migrations: journalSchema.parse(journal).map(({ hash, written_at }) => ({ hash, writtenAt: written_at })),
      tables,
      sequences: sequencesSchema.parse(sequences),
    };
  });
}

async function tablesOf(client: pg.Client) {
  // Generated columns are left out; PostgreSQL computes them again.
  const { rows } = await client.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
    [excludedTables],
  );
  return columnsSchema.parse(rows);
}

const measureSchema = z.tuple([z.object({ rows: z.coerce.number(), fingerprint: z.string() })]);

/** The row count and the fingerprint of a table. */
export async function measureTable(
  client: pg.Client,
  { name, columns }: Pick<TablePart, "name" | "columns">,
): Promise<Pick<TablePart, "rows" | "fingerprint">> {
  const row = `row(${columns.map(pg.escapeIdentifier).join(", ")})::text`;
  const { rows } = await client.query(
    `select count(*) as rows,
       coalesce(sum(('x' || encode(substr(sha256(convert_to(${row}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint), 0)::text as fingerprint
     from public.${pg.escapeIdentifier(name)}`,
  );
  return measureSchema.parse(rows)[0];
}

/** A table and its columns in the syntax of COPY. */
export function copyTarget({ name, columns }: Pick<TablePart, "name" | "columns">): string {
  return `public.${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(", ")})`;
}

async function copyOut(client: pg.Client, table: TablePart, add: (entry: Entry) => Promise<void>): Promise<void> {
  let place = 0;
  let size = 0;
  let waiting: Buffer[] = [];
  const flush = async () => {
    const content = await compress(Buffer.concat(waiting));
    place += 1;
    await add({ name: `${folderOf(table.name)}${String(place).padStart(6, "0")}.copy.gz`, content });
    waiting = [];
    size = 0;
  };
  for await (const chunk of client.query(copyTo(`copy ${copyTarget(table)} to stdout`))) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= entryBytes) await flush();
  }
  if (size > 0) await flush();
}
