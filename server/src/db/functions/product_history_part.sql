CREATE OR REPLACE FUNCTION public.product_history_part(part product_attributes)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT jsonb_build_object('group', part.group_name, 'name', part.name, 'value', part.value, 'unit', part.unit)
$function$;

CREATE OR REPLACE FUNCTION public.product_history_part(part product_images)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT jsonb_build_object('image', part.image, 'alt', part.alt)
$function$;

CREATE OR REPLACE FUNCTION public.product_history_part(part product_videos)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT jsonb_build_object('video', part.video, 'poster', part.poster, 'alt', part.alt, 'captions', part.captions)
$function$;
