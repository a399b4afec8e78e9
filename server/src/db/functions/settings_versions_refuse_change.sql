CREATE OR REPLACE FUNCTION public.settings_versions_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a version of the settings is never changed';
END
$function$;

CREATE TRIGGER settings_versions_stay BEFORE DELETE OR UPDATE ON settings_versions FOR EACH ROW EXECUTE FUNCTION settings_versions_refuse_change();
