CREATE OR REPLACE FUNCTION public.catalogue_size_follow_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE catalogue_size SET visible = 0, variants = 0;
  RETURN NULL;
END
$function$;

CREATE TRIGGER catalogue_size_follow_truncate AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_follow_truncate();
