ALTER TABLE "reviews" ADD COLUMN "is_superseded" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- A review is on the pages of all products of its group.
CREATE OR REPLACE FUNCTION product_changes_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT products_max + 1) AS changed) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSIF TG_TABLE_NAME = 'reviews' THEN
    INSERT INTO product_changes (product_id, affects_ranking) SELECT DISTINCT coalesce(other.product_id, o.product_id), false
    FROM old_rows o LEFT JOIN product_variants own ON own.product_id = o.product_id
      LEFT JOIN product_variants other ON other.group_id = own.group_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_changes (product_id, affects_ranking) SELECT id, true FROM old_rows;
  ELSE
    INSERT INTO product_changes (product_id, affects_ranking)
    SELECT o.id, (o.rating, o.num_reviews, o.price_cents, o.count_in_stock > 0)
      IS DISTINCT FROM (n.rating, n.num_reviews, n.price_cents, n.count_in_stock > 0)
    FROM old_rows o LEFT JOIN new_rows n ON n.id = o.id;
  END IF;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_changes_record_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_changes (product_id, affects_ranking)
  SELECT DISTINCT coalesce(other.product_id, r.product_id), false
  FROM order_items i JOIN reviews r ON r.product_id = i.product_id AND r.user_id = NEW.user_id
    LEFT JOIN product_variants own ON own.product_id = r.product_id
    LEFT JOIN product_variants other ON other.group_id = own.group_id
  WHERE i.order_id = NEW.id;
  RETURN NULL;
END
$function$;
