CREATE TABLE "product_siblings" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "product_siblings_one_per_place" UNIQUE("group_id","position"),
	CONSTRAINT "product_siblings_at_most_twelve" CHECK ("product_siblings"."position" between 1 and 12),
	CONSTRAINT "product_siblings_not_blank" CHECK ("product_siblings"."label" <> '')
);
--> statement-breakpoint
ALTER TABLE "product_siblings" ADD CONSTRAINT "product_siblings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A product's page depends on who its siblings are, and on whether customers can see them.
CREATE TRIGGER product_changes_record_sibling_insert
  AFTER INSERT ON product_siblings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_sibling_update
  AFTER UPDATE ON product_siblings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_sibling_delete
  AFTER DELETE ON product_siblings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE FUNCTION product_changes_record_siblings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (product_id, affects_ranking)
  SELECT other.product_id, false
  FROM product_siblings own JOIN product_siblings other ON other.group_id = own.group_id
  WHERE own.product_id = NEW.id AND other.product_id <> NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_changes_record_siblings
  AFTER UPDATE OF published_at, deleted_at ON products FOR EACH ROW
  WHEN ((OLD.published_at IS NULL OR OLD.deleted_at IS NOT NULL) IS DISTINCT FROM
    (NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION product_changes_record_siblings();
