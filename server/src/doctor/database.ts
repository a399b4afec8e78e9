import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/client.ts";
import { toDatabaseFailure } from "../db/errors.ts";
import { findDemoAccounts } from "../demo/find-demo-accounts.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

const factsSchema = z.object({
  version: z.number(),
  versionName: z.string(),
  role: z.string(),
  isSuperuser: z.boolean(),
  isStandby: z.boolean(),
  isReadOnly: z.boolean(),
  isOwner: z.boolean(),
  canMigrate: z.boolean(),
  isExtensionAvailable: z.boolean(),
  isExtensionInstalled: z.boolean(),
  /** Tables of the shop that the role cannot read and write. */
  deniedTables: z.array(z.string()),
  hasJournal: z.boolean(),
  canReadJournal: z.boolean(),
});

export type DatabaseFacts = z.output<typeof factsSchema> & {
  /** Applied migrations. */
  applied: number;
};

/** The extension that search needs; the first migration creates it. */
const extension = "pg_trgm";

/** Reads what a role may do in its database. Changes nothing. */
export async function readDatabase(db: Db): Promise<DatabaseFacts> {
  const { rows } = await db.execute(sql`
    with tables as (
      select c.oid, c.relname, c.relowner from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ), journal as (select to_regclass('drizzle.__drizzle_migrations') as id)
    select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionName",
      current_user::text as role, r.rolsuper as "isSuperuser",
      pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
      exists (select from tables where pg_has_role(relowner, 'usage')) as "isOwner",
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "canMigrate",
      exists (select from pg_available_extensions where name = ${extension}) as "isExtensionAvailable",
      exists (select from pg_extension where extname = ${extension}) as "isExtensionInstalled",
      array(select relname::text from tables where not (
        has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) order by 1) as "deniedTables",
      journal.id is not null as "hasJournal",
      coalesce(has_schema_privilege(to_regnamespace('drizzle')::oid, 'usage') and
        has_table_privilege(journal.id::oid, 'select'), false) as "canReadJournal"
    from pg_roles r, journal where r.rolname = current_user`);
  const facts = factsSchema.parse(rows[0]);
  if (!facts.canReadJournal) return { ...facts, applied: 0 };
  const counted = await db.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
  return { ...facts, applied: z.object({ n: z.number() }).parse(counted.rows[0]).n };
}

/** Why no connection could be opened, without anything of its address. */
export function describeConnectionFailure(failure: unknown): Finding {
  const code = toDatabaseFailure(failure)?.code ?? "";
  const reasons: Record<string, string> = {
    "28P01": "PostgreSQL refuses the role or its password. Correct DATABASE_URL",
    "28000": "PostgreSQL refuses the role from this machine. Correct DATABASE_URL or pg_hba.conf",
    "3D000": "PostgreSQL has no database of this name. Create it, or correct DATABASE_URL",
    "42501": "The role may not connect to the database. Run deploy/postgres/roles.sql",
    ENOTFOUND: "The host of DATABASE_URL does not resolve. Correct it",
    ECONNREFUSED: "Nothing listens at the address of DATABASE_URL. Start PostgreSQL, or correct the address",
  };
  const reason =
    reasons[code] ?? `There is no connection (${code === "" ? "unknown reason" : code}). Check DATABASE_URL`;
  return error("database", `${reason}.`);
}

const rolesHint = 'Run the shop as shop_app; see "Database roles" in docs/operations.md';

/** What the role may do: to the rows all that the shop does, to the tables nothing. */
export function checkRole({ role, isSuperuser, isOwner, deniedTables }: DatabaseFacts): Finding {
  const [denied] = deniedTables;
  if (denied !== undefined) {
    return error("database role", `${role} cannot read and write ${denied}. Run deploy/postgres/roles.sql.`);
  }
  if (isSuperuser) return warning("database role", `${role} is a superuser. ${rolesHint}.`);
  if (isOwner) return warning("database role", `${role} owns the shop's tables and can drop them. ${rolesHint}.`);
  return ok("database role", `${role} can change rows and nothing else.`);
}

/** Whether the database takes orders: a standby answers every read and refuses them all. */
export function checkWritable({ isStandby, isReadOnly }: Pick<DatabaseFacts, "isStandby" | "isReadOnly">): Finding {
  if (isStandby) {
    return error("database changes", "DATABASE_URL names a standby, which takes no changes. Name the primary.");
  }
  if (isReadOnly) {
    const remedy = "Set default_transaction_read_only to off; a full disk may be why it is on";
    return error("database changes", `PostgreSQL takes no changes from this role. ${remedy}.`);
  }
  return ok("database changes", "The database takes changes.");
}

/** The first version with the collation pg_c_utf8, which the tables use. */
const oldestVersion = 17;
const testedVersion = 18;

export function checkVersion({ version, versionName }: Pick<DatabaseFacts, "version" | "versionName">): Finding {
  const major = Math.floor(version / 10_000);
  if (major < oldestVersion) {
    return error("database version", `PostgreSQL ${versionName} is too old. Install ${oldestVersion} or newer.`);
  }
  const isTested = major === testedVersion;
  const note = isTested ? "" : ` The shop is tested with ${testedVersion}.`;
  return ok("database version", `PostgreSQL ${versionName}.${note}`);
}

export function checkExtension({ isExtensionInstalled, isExtensionAvailable }: DatabaseFacts): Finding {
  if (isExtensionInstalled) return ok("extensions", `${extension} is installed.`);
  if (isExtensionAvailable) return ok("extensions", `${extension} is available, and the first migration creates it.`);
  return error("extensions", `PostgreSQL does not have ${extension}. Install its contrib package.`);
}

type MigrationFacts = Pick<DatabaseFacts, "applied" | "canMigrate" | "hasJournal" | "canReadJournal"> & {
  /** Migrations of this release. */
  known: number;
  /** Whether the shop migrates at the start. */
  isMigrating: boolean;
};

export function checkMigrations(facts: MigrationFacts): Finding {
  const { applied, known, isMigrating, canMigrate, hasJournal, canReadJournal } = facts;
  if (hasJournal && !canReadJournal) {
    return error("migrations", "The role cannot read the migration history. Run deploy/postgres/roles.sql.");
  }
  if (isMigrating && !canMigrate) {
    return error(
      "migrations",
      "MIGRATE is 1, but the role cannot migrate. Set MIGRATE=0 and run migrate.js as the owner.",
    );
  }
  if (applied === known) return ok("migrations", `All ${known} are applied.`);
  if (applied > known) {
    return warning("migrations", `The database has ${applied - known} of a newer release. Start that release.`);
  }
  const count = `${known - applied} of ${known}`;
  if (isMigrating) return ok("migrations", `The start applies ${count}.`);
  return error("migrations", `${count} are not applied. Run migrate.js as the owner of the database.`);
}

export type AccountFacts = {
  hasAdmin: boolean;
  /** E-mails of accounts with a public password. */
  demoAccounts: readonly string[];
  isDemo: boolean;
  /** Whether ADMIN_EMAIL and ADMIN_PASSWORD are set. */
  hasFirstAdmin: boolean;
};

/** Reads who can sign in. Fails unless the migrations are applied. */
export async function readAccounts(db: Db): Promise<Pick<AccountFacts, "hasAdmin" | "demoAccounts">> {
  const { rows } = await db.execute(sql`select exists (select from users where is_admin) as "hasAdmin"`);
  const { hasAdmin } = z.object({ hasAdmin: z.boolean() }).parse(rows[0]);
  return { hasAdmin, demoAccounts: await findDemoAccounts(db) };
}

export function checkAccounts({ hasAdmin, demoAccounts, isDemo, hasFirstAdmin }: AccountFacts): Finding {
  if (demoAccounts.length > 0 && !isDemo) {
    const emails = demoAccounts.join(", ");
    return error("accounts", `The passwords of ${emails} are public. Change them, or use another database.`);
  }
  if (hasAdmin) return ok("accounts", "There is an admin.");
  if (hasFirstAdmin || isDemo) return ok("accounts", "The start creates the first admin.");
  return warning("accounts", "There is no admin. Set ADMIN_EMAIL and ADMIN_PASSWORD before the first start.");
}

/** The database's time in milliseconds. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const { rows } = await db.execute(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`);
  return z.object({ ms: z.number() }).parse(rows[0]).ms;
}
