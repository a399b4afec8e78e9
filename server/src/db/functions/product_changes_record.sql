CREATE OR REPLACE FUNCTION public.product_changes_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT products_max + 1) AS changed) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSIF TG_TABLE_NAME IN ('reviews', 'product_questions') THEN
    INSERT INTO product_changes (product_id, affects, affects_ranking)
    SELECT DISTINCT coalesce(other.product_id, o.product_id), '{}'::text[], false
    FROM old_rows o LEFT JOIN product_variants own ON own.product_id = o.product_id
      LEFT JOIN product_variants other ON other.group_id = own.group_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_changes (product_id, affects_ranking) SELECT id, true FROM old_rows;
  ELSE
    INSERT INTO product_changes (product_id, affects, affects_ranking)
    SELECT id, affects, affects <> '{}' FROM (
      SELECT o.id, array_remove(array[
        CASE WHEN o.price_cents IS DISTINCT FROM n.price_cents THEN 'price' END,
        CASE WHEN (o.rating, o.num_reviews) IS DISTINCT FROM (n.rating, n.num_reviews) THEN 'rating' END,
        CASE WHEN (o.count_in_stock > 0) IS DISTINCT FROM (n.count_in_stock > 0) THEN 'stock' END
      ], NULL) AS affects
      FROM old_rows o LEFT JOIN new_rows n ON n.id = o.id
    ) AS changed;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_changes_record_question_delete AFTER DELETE ON product_questions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();

CREATE TRIGGER product_changes_record_question_update AFTER UPDATE ON product_questions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();

CREATE TRIGGER product_changes_record_delete AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();

CREATE TRIGGER product_changes_record_update AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();

CREATE TRIGGER product_changes_record_review_delete AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();

CREATE TRIGGER product_changes_record_review_update AFTER UPDATE ON reviews REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();
