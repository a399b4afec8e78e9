CREATE OR REPLACE FUNCTION public.discount_rule_versions_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a version of a discount rule is never changed';
END
$function$;

CREATE TRIGGER discount_rule_versions_stay BEFORE DELETE OR UPDATE ON discount_rule_versions FOR EACH ROW EXECUTE FUNCTION discount_rule_versions_refuse_change();
