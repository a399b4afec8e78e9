CREATE OR REPLACE FUNCTION public.product_variants_arrange()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE product_facets f SET group_id = NULL, place = 0, from_cents = NULL, is_alike = false FROM changed
    WHERE f.product_id = changed.product_id;
    UPDATE product_search s SET group_id = NULL, place = 0 FROM changed WHERE s.product_id = changed.product_id;
  END IF;
  PERFORM product_group_arrange(group_id) FROM (SELECT DISTINCT group_id FROM changed ORDER BY group_id) AS groups;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_variants_arrange_delete AFTER DELETE ON product_variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_variants_arrange();

CREATE TRIGGER product_variants_arrange_insert AFTER INSERT ON product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_variants_arrange();
