CREATE OR REPLACE FUNCTION public.product_edit_id()
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
DECLARE
  edit uuid := nullif(current_setting('shop.product_edit', true), '')::uuid;
BEGIN
  IF edit IS NULL THEN
    edit := gen_random_uuid();
    INSERT INTO product_edits (id, user_id) VALUES (edit, nullif(current_setting('shop.edit_user', true), '')::uuid);
    PERFORM set_config('shop.product_edit', edit::text, true);
  END IF;
  RETURN edit;
END
$function$;
