CREATE OR REPLACE FUNCTION public.product_edits_set_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  edit uuid := nullif(current_setting('shop.product_edit', true), '')::uuid;
BEGIN
  PERFORM set_config('shop.edit_user', NEW.user_id::text, true);
  IF edit IS NOT NULL THEN
    UPDATE product_edits
    SET user_id = coalesce(user_id, NEW.user_id),
      source = coalesce(source, CASE WHEN NEW.entity = 'import' AND NEW.act = 'imported' THEN 'import'
        WHEN NEW.entity = 'import' AND NEW.act = 'undid' THEN 'import undone' END)
    WHERE id = edit;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_edits_set_user AFTER INSERT ON admin_acts FOR EACH ROW EXECUTE FUNCTION product_edits_set_user();
