CREATE TABLE "catalogue_size" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"visible" integer NOT NULL,
	CONSTRAINT "catalogue_size_has_one_row" CHECK ("catalogue_size"."is_only"),
	CONSTRAINT "catalogue_size_not_negative" CHECK ("catalogue_size"."visible" >= 0)
);

--> statement-breakpoint
-- The number of visible products follows every way of changing it, in the transaction that changes it.
-- Whole statements are counted where many products may come or go at once.
CREATE FUNCTION catalogue_size_follow_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_size SET visible = visible + changed.n
  FROM (SELECT count(*)::int AS n FROM added WHERE published_at IS NOT NULL AND deleted_at IS NULL) changed
  WHERE changed.n > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER catalogue_size_follow_insert
  AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_follow_insert();
--> statement-breakpoint
CREATE FUNCTION catalogue_size_follow_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_size SET visible = visible - changed.n
  FROM (SELECT count(*)::int AS n FROM removed WHERE published_at IS NOT NULL AND deleted_at IS NULL) changed
  WHERE changed.n > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER catalogue_size_follow_delete
  AFTER DELETE ON products REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_follow_delete();
--> statement-breakpoint
-- Only what changes visibility gets here: selling a unit or saving a product does not touch the number.
CREATE FUNCTION catalogue_size_follow_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_size
  SET visible = visible + CASE WHEN NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL THEN 1 ELSE -1 END;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER catalogue_size_follow_update
  AFTER UPDATE OF published_at, deleted_at ON products
  FOR EACH ROW WHEN (
    (OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL)
  ) EXECUTE FUNCTION catalogue_size_follow_update();
--> statement-breakpoint
CREATE FUNCTION catalogue_size_follow_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_size SET visible = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER catalogue_size_follow_truncate
  AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_follow_truncate();
--> statement-breakpoint
-- Making the triggers has locked out writers until the end of this migration: nothing is missed or counted twice.
INSERT INTO catalogue_size (visible)
SELECT count(*) FROM products WHERE published_at IS NOT NULL AND deleted_at IS NULL;
