CREATE TABLE "planned_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"begun_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "planned_prices_in_range" CHECK ("planned_prices"."price_cents" between 0 and 99999999),
	CONSTRAINT "planned_prices_end_after_start" CHECK ("planned_prices"."ends_at" is null or "planned_prices"."ends_at" > "planned_prices"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "product_prices" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_prices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"began_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "product_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"source" text,
	"recorded_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_history" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_history_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	"edit_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "product_history_once_per_edit" UNIQUE("edit_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "planned_price_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "regular_price_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "lowest_price_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "planned_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "regular_price_cents" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "lowest_price_cents" integer;--> statement-breakpoint
ALTER TABLE "planned_prices" ADD CONSTRAINT "planned_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_prices" ADD CONSTRAINT "planned_prices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_edits" ADD CONSTRAINT "product_edits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_history" ADD CONSTRAINT "product_history_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_history" ADD CONSTRAINT "product_history_edit_id_product_edits_id_fk" FOREIGN KEY ("edit_id") REFERENCES "public"."product_edits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_prices_of_product" ON "planned_prices" USING btree ("product_id","starts_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "planned_prices_to_begin" ON "planned_prices" USING btree ("starts_at") WHERE "planned_prices"."begun_at" is null and "planned_prices"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "planned_prices_to_end" ON "planned_prices" USING btree ("ends_at") WHERE "planned_prices"."begun_at" is not null and "planned_prices"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "product_prices_of_product" ON "product_prices" USING btree ("product_id","ended_at");--> statement-breakpoint
CREATE INDEX "product_history_of_product" ON "product_history" USING btree ("product_id","number" DESC NULLS FIRST);
--> statement-breakpoint
-- The edit that the current transaction is, for all products that it changes. The settings end with the transaction.
CREATE FUNCTION product_edit_id() RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  edit uuid := nullif(current_setting('shop.product_edit', true), '')::uuid;
BEGIN
  IF edit IS NULL THEN
    edit := gen_random_uuid();
    INSERT INTO product_edits (id, user_id) VALUES (edit, nullif(current_setting('shop.edit_user', true), '')::uuid);
    PERFORM set_config('shop.product_edit', edit::text, true);
  END IF;
  RETURN edit;
END
$$;
--> statement-breakpoint
-- Every act of an admin is audited in its transaction, so the audit entry tells who edited the products.
CREATE FUNCTION product_edits_set_user() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  edit uuid := nullif(current_setting('shop.product_edit', true), '')::uuid;
BEGIN
  PERFORM set_config('shop.edit_user', NEW.user_id::text, true);
  IF edit IS NOT NULL THEN
    UPDATE product_edits
    SET user_id = coalesce(user_id, NEW.user_id),
      source = coalesce(source, CASE WHEN NEW.entity = 'import' AND NEW.act = 'imported' THEN 'import'
        WHEN NEW.entity = 'import' AND NEW.act = 'undid' THEN 'import undone' END)
    WHERE id = edit;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_edits_set_user
  AFTER INSERT ON admin_acts
  FOR EACH ROW EXECUTE FUNCTION product_edits_set_user();
--> statement-breakpoint
-- Two changes after one another as one: the first value before and the last value after, without what came back.
CREATE FUNCTION product_history_merge(earlier jsonb, later jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(field, jsonb_build_array(before, after)), '{}')
  FROM (
    SELECT field,
      CASE WHEN earlier ? field THEN earlier->field->0 ELSE later->field->0 END AS before,
      CASE WHEN later ? field THEN later->field->1 ELSE earlier->field->1 END AS after
    FROM (SELECT jsonb_object_keys(earlier) UNION SELECT jsonb_object_keys(later)) AS fields (field)
  ) AS merged
  WHERE before <> after
$$;
--> statement-breakpoint
CREATE FUNCTION product_history_add(product uuid, changed jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  edit uuid;
  merged jsonb;
BEGIN
  IF changed = '{}' OR current_setting('shop.product_history', true) = 'off' THEN
    RETURN;
  END IF;
  edit := product_edit_id();
  INSERT INTO product_history AS h (product_id, edit_id, changes) VALUES (product, edit, changed)
  ON CONFLICT (edit_id, product_id) DO UPDATE
  SET changes = product_history_merge(h.changes, excluded.changes), recorded_at = clock_timestamp()
  RETURNING changes INTO merged;
  IF merged = '{}' THEN
    DELETE FROM product_history WHERE edit_id = edit AND product_id = product;
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION product_history_time(at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT to_jsonb(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
$$;
--> statement-breakpoint
CREATE FUNCTION product_history_record() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
-- Every edit sets one of these columns. Sales set the stock alone, so that they do not get as far as the condition.
CREATE TRIGGER product_history_record
  AFTER UPDATE OF name, image, image_alt, brand_id, category_id, description, price_cents, regular_price_cents,
    published_at, deleted_at, version ON products
  FOR EACH ROW WHEN (
    (OLD.name, OLD.image, OLD.image_alt, OLD.brand_id, OLD.category_id, OLD.description, OLD.price_cents,
      OLD.regular_price_cents, OLD.published_at, OLD.deleted_at, OLD.version)
    IS DISTINCT FROM
    (NEW.name, NEW.image, NEW.image_alt, NEW.brand_id, NEW.category_id, NEW.description, NEW.price_cents,
      NEW.regular_price_cents, NEW.published_at, NEW.deleted_at, NEW.version)
  ) EXECUTE FUNCTION product_history_record();
--> statement-breakpoint
CREATE FUNCTION product_history_record_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_history_add(id, '{"created": [false, true]}') FROM added WHERE user_id IS NOT NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_history_record_insert
  AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_insert();
--> statement-breakpoint
-- Further images and attributes as the history has them.
CREATE FUNCTION product_history_part(part product_images) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('image', part.image, 'alt', part.alt)
$$;
--> statement-breakpoint
CREATE FUNCTION product_history_part(part product_attributes) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('group', part.group_name, 'name', part.name, 'value', part.value, 'unit', part.unit)
$$;
--> statement-breakpoint
-- The list before a statement is the list after it, without its new rows and with its old ones.
CREATE FUNCTION product_history_record_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched text := CASE TG_OP WHEN 'INSERT' THEN 'SELECT product_id FROM new_rows'
    WHEN 'DELETE' THEN 'SELECT product_id FROM old_rows'
    ELSE 'SELECT product_id FROM old_rows UNION SELECT product_id FROM new_rows' END;
  without_new text := CASE TG_OP WHEN 'DELETE' THEN ''
    ELSE 'AND NOT EXISTS (SELECT FROM new_rows n WHERE n.product_id = t.product_id AND n.position = t.position)' END;
  with_old text := CASE TG_OP WHEN 'INSERT' THEN ''
    ELSE format('UNION ALL SELECT o.product_id, o.position, product_history_part(ROW(o.*)::%I) FROM old_rows o', TG_TABLE_NAME) END;
BEGIN
  IF current_setting('shop.product_history', true) = 'off' THEN
    RETURN NULL;
  END IF;
  -- The parts of a product that is deleted go after it, and are no change.
  EXECUTE format($query$
    WITH touched AS (SELECT DISTINCT c.product_id FROM (%1$s) c JOIN products p ON p.id = c.product_id),
    after AS (
      SELECT t.product_id, jsonb_agg(product_history_part(t) ORDER BY t.position) AS list
      FROM %2$I t WHERE t.product_id IN (SELECT product_id FROM touched) GROUP BY 1
    ), before AS (
      SELECT r.product_id, jsonb_agg(r.part ORDER BY r.position) AS list FROM (
        SELECT t.product_id, t.position, product_history_part(t) AS part
        FROM %2$I t WHERE t.product_id IN (SELECT product_id FROM touched) %3$s %4$s
      ) r GROUP BY 1
    )
    SELECT product_history_add(product_id, jsonb_build_object(%5$L,
      jsonb_build_array(coalesce(before.list, '[]'), coalesce(after.list, '[]'))))
    FROM touched LEFT JOIN before USING (product_id) LEFT JOIN after USING (product_id)
    WHERE before.list IS DISTINCT FROM after.list ORDER BY product_id
  $query$, touched, TG_TABLE_NAME, without_new, with_old, TG_ARGV[0]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_history_record_image_insert
  AFTER INSERT ON product_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('moreImages');
--> statement-breakpoint
CREATE TRIGGER product_history_record_image_update
  AFTER UPDATE ON product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('moreImages');
--> statement-breakpoint
CREATE TRIGGER product_history_record_image_delete
  AFTER DELETE ON product_images REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('moreImages');
--> statement-breakpoint
CREATE TRIGGER product_history_record_attribute_insert
  AFTER INSERT ON product_attributes REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('attributes');
--> statement-breakpoint
CREATE TRIGGER product_history_record_attribute_update
  AFTER UPDATE ON product_attributes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('attributes');
--> statement-breakpoint
CREATE TRIGGER product_history_record_attribute_delete
  AFTER DELETE ON product_attributes REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('attributes');
--> statement-breakpoint
-- Writers set the regular price, whatever holds now: an edit, an import, the release before this one. Only beginning and
-- ending a planned price, which change `planned_price_id` too, change what customers pay meanwhile.
CREATE FUNCTION products_set_regular_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.regular_price_cents := NEW.price_cents;
  NEW.price_cents := OLD.price_cents;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_set_regular_price
  BEFORE UPDATE OF price_cents ON products
  FOR EACH ROW WHEN (
    OLD.planned_price_id IS NOT NULL AND NEW.planned_price_id IS NOT DISTINCT FROM OLD.planned_price_id
    AND NEW.price_cents <> OLD.price_cents
  ) EXECUTE FUNCTION products_set_regular_price();
--> statement-breakpoint
CREATE FUNCTION product_prices_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  IF OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
    UPDATE product_prices SET ended_at = at WHERE product_id = OLD.id AND ended_at IS NULL;
    IF NOT FOUND THEN
      INSERT INTO product_prices (product_id, price_cents, began_at, ended_at)
      VALUES (OLD.id, OLD.price_cents, NULL, at);
    END IF;
  END IF;
  IF NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
    INSERT INTO product_prices (product_id, price_cents, began_at) VALUES (NEW.id, NEW.price_cents, at);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_prices_record
  AFTER UPDATE OF price_cents, published_at, deleted_at ON products
  FOR EACH ROW WHEN (
    (OLD.price_cents, OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL)
    IS DISTINCT FROM
    (NEW.price_cents, NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL)
  ) EXECUTE FUNCTION product_prices_record();
--> statement-breakpoint
-- The prices that the last forty days' edits and imports ended, from the audit. After the trigger, so that none is missed.
INSERT INTO product_prices (product_id, price_cents, ended_at)
SELECT p.id, (a.changes->'priceCents'->>0)::int, a.created_at
FROM admin_acts a JOIN products p ON p.id = a.entity_id
WHERE a.entity = 'product' AND a.act = 'updated' AND a.changes ? 'priceCents' AND a.created_at > now() - interval '40 days'
UNION ALL
SELECT p.id, (r.changes->'priceCents'->>0)::int, i.applied_at
FROM imports i JOIN import_rows r ON r.import_id = i.id JOIN products p ON p.id = r.product_id
WHERE i.applied_at > now() - interval '40 days' AND r.outcome = 'changed' AND r.changes ? 'priceCents'
UNION ALL
SELECT p.id, (r.changes->'priceCents'->>1)::int, i.undone_at
FROM imports i JOIN import_rows r ON r.import_id = i.id JOIN products p ON p.id = r.product_id
WHERE i.undone_at > now() - interval '40 days' AND r.outcome = 'changed' AND r.changes ? 'priceCents';
