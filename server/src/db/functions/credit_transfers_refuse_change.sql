CREATE OR REPLACE FUNCTION public.credit_transfers_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a transfer of credit is never changed';
END
$function$;

CREATE TRIGGER credit_transfers_stay BEFORE DELETE OR UPDATE ON credit_transfers FOR EACH ROW EXECUTE FUNCTION credit_transfers_refuse_change();
