CREATE OR REPLACE FUNCTION public.product_slug_of(name text, variant_label text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT btrim(left(slug_of(concat_ws(' ', name, nullif(variant_label, '')), 'product'), 80), '-')
$function$;
