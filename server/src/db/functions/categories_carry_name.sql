CREATE OR REPLACE FUNCTION public.categories_carry_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO renamed_terms (term_id, taxonomy)
  SELECT id, 'category' FROM categories
  WHERE id = NEW.id OR parent_id = NEW.id OR parent_id IN (SELECT id FROM categories WHERE parent_id = NEW.id)
  ORDER BY id
  ON CONFLICT (term_id) DO UPDATE SET revision = gen_random_uuid(), renamed_at = now();
  -- Every product of it shows another name now.
  INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  RETURN NULL;
END
$function$;

CREATE TRIGGER categories_carry_name AFTER UPDATE OF name, parent_id ON categories FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.parent_id IS DISTINCT FROM new.parent_id) EXECUTE FUNCTION categories_carry_name();
