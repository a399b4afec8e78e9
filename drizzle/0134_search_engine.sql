CREATE TABLE "search_engine" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"target" text NOT NULL,
	"documents_version" integer NOT NULL,
	"index_name" text,
	"filling_name" text,
	"filled_until" uuid,
	"snapshot" text,
	"read_at" timestamp with time zone,
	"started_at" text,
	"fed_at" timestamp with time zone,
	"holder" uuid,
	"held_until" timestamp with time zone,
	CONSTRAINT "search_engine_has_one_row" CHECK ("search_engine"."is_only")
);
--> statement-breakpoint
-- Products that are visible from the start, for who follows the changes of single products. No answer is cached of them yet.
CREATE FUNCTION product_changes_record_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM new_rows LIMIT products_max + 1) AS inserted) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSE
    INSERT INTO product_changes (product_id, affects, affects_ranking)
    SELECT id, '{}'::text[], false FROM new_rows WHERE published_at IS NOT NULL AND deleted_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_changes_record_insert AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_insert();
