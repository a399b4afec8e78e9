CREATE OR REPLACE FUNCTION public.terms_of_sale_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a version of the terms of sale is never changed';
END
$function$;

CREATE TRIGGER terms_of_sale_stay BEFORE DELETE OR UPDATE OF version, terms ON terms_of_sale FOR EACH ROW EXECUTE FUNCTION terms_of_sale_refuse_change();
