CREATE TABLE "setting_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_versions_version_positive" CHECK ("settings_versions"."version" > 0)
);

--> statement-breakpoint
CREATE FUNCTION settings_versions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of the settings is never changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER settings_versions_stay
  BEFORE UPDATE OR DELETE ON settings_versions
  FOR EACH ROW EXECUTE FUNCTION settings_versions_refuse_change();
