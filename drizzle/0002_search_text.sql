-- What search reads is derived from the product, its brand and its category by the database itself,
-- so that no writer can forget it. Fields are kept apart by a character that no keyword can hold.
CREATE FUNCTION products_set_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  brand_name text;
  category_name text;
BEGIN
  -- The share lock makes a rename that runs at the same time wait, and then see this product.
  SELECT name INTO brand_name FROM brands WHERE id = NEW.brand_id FOR SHARE;
  SELECT name INTO category_name FROM categories WHERE id = NEW.category_id FOR SHARE;
  NEW.search_name := lower(concat_ws(chr(31), NEW.name, brand_name, category_name) COLLATE "pg_c_utf8");
  NEW.search_text := NEW.search_name || chr(31) || lower(NEW.description COLLATE "pg_c_utf8");
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_set_search
  BEFORE INSERT OR UPDATE OF name, description, brand_id, category_id ON products
  FOR EACH ROW EXECUTE FUNCTION products_set_search();
--> statement-breakpoint
CREATE FUNCTION brands_carry_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET brand_id = brand_id WHERE brand_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER brands_carry_name
  AFTER UPDATE OF name ON brands
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION brands_carry_name();
--> statement-breakpoint
CREATE FUNCTION categories_carry_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET category_id = category_id WHERE category_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER categories_carry_name
  AFTER UPDATE OF name ON categories
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION categories_carry_name();
--> statement-breakpoint
-- Selling a unit changes a row in place when its page has room to spare.
ALTER TABLE products SET (fillfactor = 80);
