CREATE TABLE "catalogue_changes" (
	"number" bigint NOT NULL,
	"place" integer NOT NULL,
	"version" uuid NOT NULL,
	"before" text,
	"after" text,
	"is_more" boolean DEFAULT false NOT NULL,
	CONSTRAINT "catalogue_changes_number_place_pk" PRIMARY KEY("number","place")
);
--> statement-breakpoint
ALTER TABLE "catalogue_version" ADD COLUMN "number" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION catalogue_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- So many transactions are remembered, and so many products of each.
  transactions constant int := 1000;
  products constant int := 20;
  -- Which change this transaction makes, and how much of it is written down; the setting ends with it.
  so_far text := coalesce(current_setting('shop.catalogue_change', true), '');
  change catalogue_changes%ROWTYPE;
BEGIN
  IF so_far = '' THEN
    UPDATE catalogue_version SET version = gen_random_uuid(), number = number + 1
    RETURNING number, version INTO change.number, change.version;
    DELETE FROM catalogue_changes WHERE number <= change.number - transactions;
    change.place := 0;
  ELSE
    change.number := split_part(so_far, ' ', 1);
    change.version := split_part(so_far, ' ', 2);
    change.place := split_part(so_far, ' ', 3)::int + 1;
  END IF;
  IF change.place > products THEN
    RETURN NULL;
  END IF;
  change.is_more := change.place = products OR TG_OP = 'TRUNCATE';
  IF TG_TABLE_NAME = 'products' AND NOT change.is_more THEN
    IF TG_OP <> 'INSERT' AND OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
      change.before := OLD.search_text;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
      change.after := NEW.search_text;
    END IF;
  END IF;
  INSERT INTO catalogue_changes VALUES (change.*);
  PERFORM set_config('shop.catalogue_change', concat_ws(' ', change.number, change.version, change.place), true);
  RETURN NULL;
END
$$;
