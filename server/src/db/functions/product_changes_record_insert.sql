CREATE OR REPLACE FUNCTION public.product_changes_record_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM new_rows LIMIT products_max + 1) AS inserted) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSE
    INSERT INTO product_changes (product_id, affects, affects_ranking)
    SELECT id, '{}'::text[], false FROM new_rows WHERE published_at IS NOT NULL AND deleted_at IS NULL;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_changes_record_insert AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_insert();
