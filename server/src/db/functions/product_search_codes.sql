CREATE OR REPLACE FUNCTION public.product_search_codes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE product_search SET lexemes = search_with_codes(lexemes, NEW.product_id) WHERE product_id = NEW.product_id;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_search_codes_insert AFTER INSERT ON product_trade FOR EACH ROW WHEN (new.sku <> ''::text OR new.gtin <> ''::text OR new.mpn <> ''::text) EXECUTE FUNCTION product_search_codes();

CREATE TRIGGER product_search_codes_update AFTER UPDATE OF sku, gtin, mpn ON product_trade FOR EACH ROW WHEN (old.sku IS DISTINCT FROM new.sku OR old.gtin IS DISTINCT FROM new.gtin OR old.mpn IS DISTINCT FROM new.mpn) EXECUTE FUNCTION product_search_codes();
