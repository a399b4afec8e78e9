ALTER TABLE "bulk_edits" ADD COLUMN "edit_id" uuid;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "checked_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "written_edit_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "warnings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_stock_counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_history_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
BEGIN
  SELECT coalesce(jsonb_object_agg(field, jsonb_build_array(before, after)), '{}') INTO changed
  FROM (VALUES
    ('name', to_jsonb(OLD.name), to_jsonb(NEW.name)),
    ('image', to_jsonb(OLD.image), to_jsonb(NEW.image)),
    ('imageAlt', to_jsonb(OLD.image_alt), to_jsonb(NEW.image_alt)),
    ('brandId', to_jsonb(OLD.brand_id), to_jsonb(NEW.brand_id)),
    ('categoryId', to_jsonb(OLD.category_id), to_jsonb(NEW.category_id)),
    ('description', to_jsonb(OLD.description), to_jsonb(NEW.description)),
    ('priceCents', to_jsonb(OLD.price_cents), to_jsonb(NEW.price_cents)),
    ('regularPriceCents', to_jsonb(coalesce(OLD.regular_price_cents, OLD.price_cents)),
      to_jsonb(coalesce(NEW.regular_price_cents, NEW.price_cents))),
    ('countInStock', to_jsonb(OLD.count_in_stock), to_jsonb(NEW.count_in_stock)),
    ('isStockCounted', to_jsonb(OLD.is_stock_counted), to_jsonb(NEW.is_stock_counted)),
    ('publishedAt', product_history_time(OLD.published_at), product_history_time(NEW.published_at)),
    ('deletedAt', product_history_time(OLD.deleted_at), product_history_time(NEW.deleted_at))
  ) AS fields (field, before, after)
  WHERE before IS DISTINCT FROM after;
  -- The names of the time, for the view. They are no fields of the product.
  IF changed ? 'brandId' THEN
    changed := changed || jsonb_build_object('brand', jsonb_build_array(
      (SELECT name FROM brands WHERE id = OLD.brand_id), (SELECT name FROM brands WHERE id = NEW.brand_id)));
  END IF;
  IF changed ? 'categoryId' THEN
    changed := changed || jsonb_build_object('category', jsonb_build_array(
      (SELECT name FROM categories WHERE id = OLD.category_id), (SELECT name FROM categories WHERE id = NEW.category_id)));
  END IF;
  PERFORM product_history_add(NEW.id, changed);
  RETURN NULL;
END
$$;
