CREATE OR REPLACE FUNCTION public.product_history_record_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM product_history_add(id, '{"created": [false, true]}') FROM added WHERE user_id IS NOT NULL;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_history_record_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_insert();
