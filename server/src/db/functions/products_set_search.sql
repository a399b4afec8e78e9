CREATE OR REPLACE FUNCTION public.products_set_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  brand_name text;
  category_name text;
  into_id uuid;
  upper uuid;
BEGIN
  -- The share lock makes a rename, a move or a merge that begins at the same time wait, so that it sees this product.
  SELECT name, merging_into_id INTO brand_name, into_id FROM brands WHERE id = NEW.brand_id FOR SHARE;
  IF into_id IS NOT NULL THEN
    NEW.brand_id := into_id;
    SELECT name INTO brand_name FROM brands WHERE id = into_id FOR SHARE;
  END IF;
  SELECT name, merging_into_id, parent_id INTO category_name, into_id, upper
  FROM categories WHERE id = NEW.category_id FOR SHARE;
  IF into_id IS NOT NULL THEN
    NEW.category_id := into_id;
    SELECT name, parent_id INTO category_name, upper FROM categories WHERE id = into_id FOR SHARE;
  END IF;
  WHILE upper IS NOT NULL LOOP
    SELECT concat_ws(chr(31), category_name, name), parent_id INTO category_name, upper
    FROM categories WHERE id = upper FOR SHARE;
  END LOOP;
  NEW.search_name := lower(concat_ws(chr(31), NEW.name, brand_name, category_name) COLLATE "pg_c_utf8");
  NEW.search_text := NEW.search_name || chr(31) || lower(concat_ws(chr(31), NEW.description, nullif(NEW.variant_label, ''))
    COLLATE "pg_c_utf8");
  RETURN NEW;
END
$function$;

CREATE TRIGGER products_set_search BEFORE INSERT OR UPDATE OF name, description, brand_id, category_id, variant_label ON products FOR EACH ROW EXECUTE FUNCTION products_set_search();
