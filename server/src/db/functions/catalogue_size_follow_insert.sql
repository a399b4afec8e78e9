CREATE OR REPLACE FUNCTION public.catalogue_size_follow_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE catalogue_size SET visible = visible + changed.n
  FROM (SELECT count(*)::int AS n FROM added WHERE published_at IS NOT NULL AND deleted_at IS NULL) changed
  WHERE changed.n > 0;
  RETURN NULL;
END
$function$;

CREATE TRIGGER catalogue_size_follow_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_follow_insert();
