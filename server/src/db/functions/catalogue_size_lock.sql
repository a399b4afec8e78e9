CREATE OR REPLACE FUNCTION public.catalogue_size_lock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM catalogue_size FOR NO KEY UPDATE;
  RETURN NULL;
END
$function$;

CREATE TRIGGER catalogue_size_lock_insert BEFORE INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_lock();

CREATE TRIGGER catalogue_size_lock_update BEFORE UPDATE OF name, description, is_markdown, brand_id, category_id, variant_label, published_at, deleted_at ON products FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_lock();
