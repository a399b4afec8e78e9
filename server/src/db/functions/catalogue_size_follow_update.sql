CREATE OR REPLACE FUNCTION public.catalogue_size_follow_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE catalogue_size
  SET visible = visible + CASE WHEN NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL THEN 1 ELSE -1 END;
  RETURN NULL;
END
$function$;

CREATE TRIGGER catalogue_size_follow_update AFTER UPDATE OF published_at, deleted_at ON products FOR EACH ROW WHEN ((old.published_at IS NOT NULL AND old.deleted_at IS NULL) IS DISTINCT FROM (new.published_at IS NOT NULL AND new.deleted_at IS NULL)) EXECUTE FUNCTION catalogue_size_follow_update();
