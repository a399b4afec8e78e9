CREATE OR REPLACE FUNCTION public.product_changes_record_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT DISTINCT product_id FROM changed LIMIT products_max + 1) AS products) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSE
    -- Attributes are counted as facets, and variants stand for each other in every order.
    INSERT INTO product_changes (product_id, affects, affects_ranking)
    SELECT DISTINCT product_id, CASE WHEN is_ranked THEN '{price,rating,stock}'::text[] ELSE '{}' END, is_ranked
    FROM changed, (SELECT TG_TABLE_NAME IN ('product_attributes', 'product_variants') AS is_ranked) AS kind;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_changes_record_attribute_delete AFTER DELETE ON product_attributes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_attribute_insert AFTER INSERT ON product_attributes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_attribute_update AFTER UPDATE ON product_attributes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_image_delete AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_image_insert AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_image_update AFTER UPDATE ON product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_sibling_delete AFTER DELETE ON product_siblings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_sibling_insert AFTER INSERT ON product_siblings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_sibling_update AFTER UPDATE ON product_siblings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_trade_insert AFTER INSERT ON product_trade REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_trade_update AFTER UPDATE ON product_trade REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_variant_delete AFTER DELETE ON product_variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_variant_insert AFTER INSERT ON product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_video_delete AFTER DELETE ON product_videos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_video_insert AFTER INSERT ON product_videos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();

CREATE TRIGGER product_changes_record_video_update AFTER UPDATE ON product_videos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
