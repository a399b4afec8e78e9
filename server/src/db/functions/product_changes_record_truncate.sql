CREATE OR REPLACE FUNCTION public.product_changes_record_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_changes_record_info_pages AFTER INSERT OR DELETE OR UPDATE ON info_pages FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_truncate();

CREATE TRIGGER product_changes_record_truncate AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_truncate();

CREATE TRIGGER product_changes_record_terms_of_sale AFTER INSERT ON terms_of_sale FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_truncate();
