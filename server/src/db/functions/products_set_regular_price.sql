CREATE OR REPLACE FUNCTION public.products_set_regular_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.regular_price_cents := NEW.price_cents;
  NEW.price_cents := OLD.price_cents;
  RETURN NEW;
END
$function$;

CREATE TRIGGER products_set_regular_price BEFORE UPDATE OF price_cents ON products FOR EACH ROW WHEN (old.planned_price_id IS NOT NULL AND NOT new.planned_price_id IS DISTINCT FROM old.planned_price_id AND new.price_cents <> old.price_cents) EXECUTE FUNCTION products_set_regular_price();
