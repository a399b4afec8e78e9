CREATE OR REPLACE FUNCTION public.brands_carry_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO renamed_terms (term_id, taxonomy) VALUES (NEW.id, 'brand')
  ON CONFLICT (term_id) DO UPDATE SET revision = gen_random_uuid(), renamed_at = now();
  -- Every product of it shows another name now.
  INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  RETURN NULL;
END
$function$;

CREATE TRIGGER brands_carry_name AFTER UPDATE OF name ON brands FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION brands_carry_name();
