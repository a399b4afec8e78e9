CREATE TABLE "product_attributes" (
	"product_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"label" text GENERATED ALWAYS AS (case when unit = '' then value else value || ' ' || unit end) STORED NOT NULL,
	CONSTRAINT "product_attributes_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_attributes_at_most_forty" CHECK ("product_attributes"."position" between 1 and 40),
	CONSTRAINT "product_attributes_not_blank" CHECK ("product_attributes"."name" <> '' and "product_attributes"."value" <> ''),
	CONSTRAINT "product_attributes_name_without_colon" CHECK (strpos("product_attributes"."name", ':') = 0)
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"product_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"image" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "product_images_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_images_at_most_nine" CHECK ("product_images"."position" between 1 and 9),
	CONSTRAINT "product_images_not_empty" CHECK ("product_images"."image" <> '')
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_attributes" ADD CONSTRAINT "product_attributes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_attributes_chosen" ON "product_attributes" USING btree ("name","label","product_id");
--> statement-breakpoint
-- What facets count depends on the attributes of any product, and a product's page on its images.
CREATE FUNCTION product_changes_record_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT DISTINCT product_id FROM changed LIMIT products_max + 1) AS products) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSE
    INSERT INTO product_changes (product_id, affects_ranking)
    SELECT DISTINCT product_id, TG_TABLE_NAME = 'product_attributes' FROM changed;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_changes_record_image_insert
  AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_image_update
  AFTER UPDATE ON product_images REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_image_delete
  AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_attribute_insert
  AFTER INSERT ON product_attributes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_attribute_update
  AFTER UPDATE ON product_attributes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_attribute_delete
  AFTER DELETE ON product_attributes REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
