CREATE OR REPLACE FUNCTION public.product_history_merge(earlier jsonb, later jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(jsonb_object_agg(field, jsonb_build_array(before, after)), '{}')
  FROM (
    SELECT field,
      CASE WHEN earlier ? field THEN earlier->field->0 ELSE later->field->0 END AS before,
      CASE WHEN later ? field THEN later->field->1 ELSE earlier->field->1 END AS after
    FROM (SELECT jsonb_object_keys(earlier) UNION SELECT jsonb_object_keys(later)) AS fields (field)
  ) AS merged
  WHERE before <> after
$function$;
