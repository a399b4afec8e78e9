CREATE OR REPLACE FUNCTION public.catalogue_size_follow_variants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE catalogue_size SET variants = variants
    + CASE WHEN TG_OP = 'UPDATE' AND NEW.place > 0 THEN 1 ELSE -1 END;
  RETURN NULL;
END
$function$;

CREATE TRIGGER catalogue_size_follow_variants_delete AFTER DELETE ON product_facets FOR EACH ROW WHEN (old.place > 0) EXECUTE FUNCTION catalogue_size_follow_variants();

CREATE TRIGGER catalogue_size_follow_variants_update AFTER UPDATE OF place ON product_facets FOR EACH ROW WHEN ((old.place > 0) IS DISTINCT FROM (new.place > 0)) EXECUTE FUNCTION catalogue_size_follow_variants();
