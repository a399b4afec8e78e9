CREATE OR REPLACE FUNCTION public.product_history_record_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  touched text := CASE TG_OP WHEN 'INSERT' THEN 'SELECT product_id FROM new_rows'
    WHEN 'DELETE' THEN 'SELECT product_id FROM old_rows'
    ELSE 'SELECT product_id FROM old_rows UNION SELECT product_id FROM new_rows' END;
  without_new text := CASE TG_OP WHEN 'DELETE' THEN ''
    ELSE 'AND NOT EXISTS (SELECT FROM new_rows n WHERE n.product_id = t.product_id AND n.position = t.position)' END;
  with_old text := CASE TG_OP WHEN 'INSERT' THEN ''
    ELSE format('UNION ALL SELECT o.product_id, o.position, product_history_part(ROW(o.*)::%I) FROM old_rows o', TG_TABLE_NAME) END;
BEGIN
  IF current_setting('shop.product_history', true) = 'off' THEN
    RETURN NULL;
  END IF;
  -- The parts of a product that is deleted go after it, and are no change.
  EXECUTE format($query$
    WITH touched AS (SELECT DISTINCT c.product_id FROM (%1$s) c JOIN products p ON p.id = c.product_id),
    after AS (
      SELECT t.product_id, jsonb_agg(product_history_part(t) ORDER BY t.position) AS list
      FROM %2$I t WHERE t.product_id IN (SELECT product_id FROM touched) GROUP BY 1
    ), before AS (
      SELECT r.product_id, jsonb_agg(r.part ORDER BY r.position) AS list FROM (
        SELECT t.product_id, t.position, product_history_part(t) AS part
        FROM %2$I t WHERE t.product_id IN (SELECT product_id FROM touched) %3$s %4$s
      ) r GROUP BY 1
    )
    SELECT product_history_add(product_id, jsonb_build_object(%5$L,
      jsonb_build_array(coalesce(before.list, '[]'), coalesce(after.list, '[]'))))
    FROM touched LEFT JOIN before USING (product_id) LEFT JOIN after USING (product_id)
    WHERE before.list IS DISTINCT FROM after.list ORDER BY product_id
  $query$, touched, TG_TABLE_NAME, without_new, with_old, TG_ARGV[0]);
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_history_record_attribute_delete AFTER DELETE ON product_attributes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('attributes');

CREATE TRIGGER product_history_record_attribute_insert AFTER INSERT ON product_attributes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('attributes');

CREATE TRIGGER product_history_record_attribute_update AFTER UPDATE ON product_attributes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('attributes');

CREATE TRIGGER product_history_record_image_delete AFTER DELETE ON product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('moreImages');

CREATE TRIGGER product_history_record_image_insert AFTER INSERT ON product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('moreImages');

CREATE TRIGGER product_history_record_image_update AFTER UPDATE ON product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('moreImages');

CREATE TRIGGER product_history_record_video_delete AFTER DELETE ON product_videos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('videos');

CREATE TRIGGER product_history_record_video_insert AFTER INSERT ON product_videos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('videos');

CREATE TRIGGER product_history_record_video_update AFTER UPDATE ON product_videos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('videos');
