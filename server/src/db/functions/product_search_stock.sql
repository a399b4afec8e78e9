CREATE OR REPLACE FUNCTION public.product_search_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE product_search SET is_sold_out = NEW.count_in_stock = 0 WHERE product_id = NEW.id;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_search_stock AFTER UPDATE OF count_in_stock ON products FOR EACH ROW WHEN ((old.count_in_stock = 0) IS DISTINCT FROM (new.count_in_stock = 0)) EXECUTE FUNCTION product_search_stock();
