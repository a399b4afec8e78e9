ALTER TABLE "product_changes" ADD COLUMN "affects" text[] DEFAULT '{"price","rating","stock"}' NOT NULL;--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.product_changes_record_siblings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_changes (product_id, affects, affects_ranking)
  SELECT other.product_id, '{}', false
  FROM product_siblings own JOIN product_siblings other ON other.group_id = own.group_id
  WHERE own.product_id = NEW.id AND other.product_id <> NEW.id;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.product_changes_record_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_changes (product_id, affects, affects_ranking)
  SELECT DISTINCT coalesce(other.product_id, r.product_id), '{}'::text[], false
  FROM order_items i JOIN reviews r ON r.product_id = i.product_id AND r.user_id = NEW.user_id
    LEFT JOIN product_variants own ON own.product_id = r.product_id
    LEFT JOIN product_variants other ON other.group_id = own.group_id
  WHERE i.order_id = NEW.id;
  RETURN NULL;
END
$function$;
