CREATE TABLE "catalogue_version" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "catalogue_version_has_one_row" CHECK ("catalogue_version"."is_only")
);

--> statement-breakpoint
INSERT INTO catalogue_version DEFAULT VALUES;
--> statement-breakpoint
-- Deferred triggers run when a transaction is about to commit. It then waits for nothing else any more, so those
-- who change the catalogue can wait for each other here, but never in a circle, and only for as long as a commit takes.
CREATE FUNCTION catalogue_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once for each transaction, however many products it changes; the setting ends with it.
  IF coalesce(current_setting('shop.catalogue_version_changed', true), '') = '' THEN
    UPDATE catalogue_version SET version = gen_random_uuid();
    PERFORM set_config('shop.catalogue_version_changed', 'yes', true);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_insert
  AFTER INSERT ON products DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
-- Selling, pricing and rating get no further than the list of columns. A rename of a brand or category sets its products'.
CREATE CONSTRAINT TRIGGER catalogue_version_follow_update
  AFTER UPDATE OF id, name, description, brand_id, category_id, search_text, search_name, created_at, published_at, deleted_at
  ON products DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL)
      IS DISTINCT FROM (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL)
    OR (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL AND
      (OLD.id, OLD.search_text, OLD.search_name, OLD.created_at) IS DISTINCT FROM
      (NEW.id, NEW.search_text, NEW.search_name, NEW.created_at))
  ) EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_delete
  AFTER DELETE ON products DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE TRIGGER catalogue_version_follow_truncate
  AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
-- A new word, of a draft too, may be what a misspelt one is taken for.
CREATE CONSTRAINT TRIGGER catalogue_version_follow_words
  AFTER INSERT OR UPDATE OR DELETE ON search_words DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
