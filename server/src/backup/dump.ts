import { promisify } from "node:util";
import { gzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { takeMigrationLock, withMaintenance } from "../db/migrate.ts";
import { restAfter } from "../infra/rest-after.ts";
import type { Entry } from "./archive.ts";
import { type DatabasePart, folderOf, type TablePart } from "./manifest.ts";

const compress = promisify(gzip);

/** The uncompressed size of one entry of a table. */
const entryBytes = 4_194_304;

/** Pages of a table that one statement reads: some milliseconds of the database's time, which requests wait for at most. */
const pagesAtOnce = 64;

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
    // A table that is read by all processors at once would leave none to requests.
    await client.query("set local max_parallel_workers_per_gather = 0");
    const { rows: journal } = await client.query(
      "select hash, created_at as written_at from drizzle.__drizzle_migrations order by created_at",
    );
    const tables: TablePart[] = [];
    for (const { name, columns } of await tablesOf(client)) {
      tables.push({ name, columns, ...(await dumpTable(client, { name, columns }, add)) });
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

type Measured = Pick<TablePart, "rows" | "fingerprint">;

/** The row count and the fingerprint of a table, or of some of its pages. */
export async function measureTable(
  client: pg.Client,
  { name, columns }: Pick<TablePart, "name" | "columns">,
  pages = "true",
): Promise<Measured> {
  const row = `row(${columns.map(pg.escapeIdentifier).join(", ")})::text`;
  const { rows } = await client.query(
    `select count(*) as rows,
       coalesce(sum(('x' || encode(substr(sha256(convert_to(${row}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint), 0)::text as fingerprint
     from public.${pg.escapeIdentifier(name)} where ${pages}`,
  );
  return measureSchema.parse(rows)[0];
}

/** A table and its columns in the syntax of COPY. */
export function copyTarget({ name, columns }: Pick<TablePart, "name" | "columns">): string {
  return `public.${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(", ")})`;
}

/** The conditions that together mean all rows of a table, each for some of its pages. */
async function pagesOf(client: pg.Client, name: string): Promise<string[]> {
  const size = "pg_relation_size($1::regclass) / current_setting('block_size')::int";
  const { rows } = await client.query(`select ${size} as pages`, [`public.${pg.escapeIdentifier(name)}`]);
  const [{ pages }] = pagesSchema.parse(rows);
  const starts = Array.from({ length: Math.max(1, Math.ceil(pages / pagesAtOnce)) }, (_, n) => n * pagesAtOnce);
  return starts.map((start, n) => {
    const end = starts[n + 1];
    return `ctid >= '(${start},0)'${end === undefined ? "" : ` and ctid < '(${end},0)'`}`;
  });
}

const pagesSchema = z.tuple([z.object({ pages: z.coerce.number() })]);

/** Writes a table into entries and measures it, some pages after the other, with rests between. */
async function dumpTable(
  client: pg.Client,
  table: Pick<TablePart, "name" | "columns">,
  add: (entry: Entry) => Promise<void>,
): Promise<Measured> {
  const entries = openEntries(folderOf(table.name), add);
  let rows = 0;
  let fingerprint = 0n;
  const columns = table.columns.map(pg.escapeIdentifier).join(", ");
  for (const pages of await pagesOf(client, table.name)) {
    const began = performance.now();
    const part = await measureTable(client, table, pages);
    rows += part.rows;
    fingerprint += BigInt(part.fingerprint);
    const selection = `select ${columns} from public.${pg.escapeIdentifier(table.name)} where ${pages}`;
    if (part.rows > 0) {
      for await (const chunk of client.query(copyTo(`copy (${selection}) to stdout`))) await entries.write(chunk);
    }
    await restAfter(began);
  }
  await entries.end();
  return { rows, fingerprint: String(fingerprint) };
}

/** Splits the content of a table into compressed entries. */
function openEntries(folder: string, add: (entry: Entry) => Promise<void>) {
  let place = 0;
  let size = 0;
  let waiting: Buffer[] = [];
  const flush = async () => {
    const content = await compress(Buffer.concat(waiting));
    place += 1;
    await add({ name: `${folder}${String(place).padStart(6, "0")}.copy.gz`, content });
    waiting = [];
    size = 0;
  };
  return {
    write: async (chunk: Buffer) => {
      waiting.push(chunk);
      size += chunk.length;
      if (size >= entryBytes) await flush();
    },
    end: async () => {
      if (size > 0) await flush();
    },
  };
}
