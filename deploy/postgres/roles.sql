-- The roles of the shop's database, and what each may do. Run it in that database as a superuser, or as a role that owns the
-- database and may create roles and databases. It can be repeated: it changes nothing that is already so.
--
--   shop_owner   owns the database, its schema and tables; migrates and restores
--   shop_app     reads and writes rows; the shop runs as it
--   shop_backup  reads rows; backups run as it
--
-- Passwords come from the settings shop.owner_password, shop.app_password and shop.backup_password of the session, as in
--   PGOPTIONS="-c shop.owner_password=… -c shop.app_password=… -c shop.backup_password=…" psql --file=roles.sql …
-- A role whose setting is absent keeps its password.

-- A shop in use holds locks; the script fails rather than let its requests queue up behind it.
SET lock_timeout = '3s';

DO $$
DECLARE
  names constant text[] := ARRAY['shop_owner', 'shop_app', 'shop_backup'];
  part text;
  password text;
BEGIN
  FOREACH part IN ARRAY names LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = part) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', part);
    END IF;
    password := current_setting(replace(part, '_', '.') || '_password', true);
    IF coalesce(password, '') <> '' THEN
      EXECUTE format('ALTER ROLE %I PASSWORD %L', part, password);
    END IF;
  END LOOP;
  -- Only a member of a role may give it objects.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT shop_owner TO %I', current_user);
  END IF;
END
$$;

-- Everything of the shop belongs to shop_owner, also what another role created before. Objects of extensions stay.
DO $$
DECLARE
  statement text;
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO shop_owner', current_database());
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO shop_app, shop_backup', current_database());
  FOR statement IN
    SELECT format('ALTER SCHEMA %I OWNER TO shop_owner', nspname) FROM pg_namespace WHERE nspname = 'drizzle'
    UNION ALL
    -- The sequence of a serial column follows its table.
    SELECT format('ALTER TABLE %s OWNER TO shop_owner', c.oid::regclass)
    FROM pg_class c
    WHERE c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'drizzle'))
      AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO shop_owner', p.oid::regprocedure)
    FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO shop_owner;
CREATE SCHEMA IF NOT EXISTS drizzle AUTHORIZATION shop_owner;
GRANT USAGE ON SCHEMA public, drizzle TO shop_app, shop_backup;
GRANT SELECT ON ALL TABLES IN SCHEMA public, drizzle TO shop_app, shop_backup;
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public, drizzle TO shop_backup;
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO shop_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO shop_app;

-- The same for what later migrations and restores create.
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner GRANT USAGE ON SCHEMAS TO shop_app, shop_backup;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner GRANT SELECT ON TABLES TO shop_app, shop_backup;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner GRANT SELECT ON SEQUENCES TO shop_backup;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner IN SCHEMA public GRANT INSERT, UPDATE, DELETE ON TABLES TO shop_app;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner IN SCHEMA public GRANT USAGE ON SEQUENCES TO shop_app;
