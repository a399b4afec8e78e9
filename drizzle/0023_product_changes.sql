CREATE TABLE "product_changes" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"product_id" uuid,
	"affects_ranking" boolean NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_changes_since" ON "product_changes" USING btree ("xid");--> statement-breakpoint
ALTER TABLE product_changes SET UNLOGGED;
--> statement-breakpoint
-- One firing for the products of an order. Statements that change very many products are recorded as one row.
CREATE FUNCTION product_changes_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT products_max + 1) AS changed) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSIF TG_TABLE_NAME = 'reviews' THEN
    INSERT INTO product_changes (product_id, affects_ranking) SELECT DISTINCT product_id, false FROM old_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_changes (product_id, affects_ranking) SELECT id, true FROM old_rows;
  ELSE
    INSERT INTO product_changes (product_id, affects_ranking)
    SELECT o.id, (o.rating, o.num_reviews, o.count_in_stock > 0)
      IS DISTINCT FROM (n.rating, n.num_reviews, n.count_in_stock > 0)
    FROM old_rows o LEFT JOIN new_rows n ON n.id = o.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_changes_record_update
  AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_delete
  AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();
--> statement-breakpoint
-- A new review changes its product's rating, which is recorded above.
CREATE TRIGGER product_changes_record_review_update
  AFTER UPDATE ON reviews REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_review_delete
  AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();
--> statement-breakpoint
CREATE FUNCTION product_changes_record_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_changes_record_truncate
  AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_truncate();
--> statement-breakpoint
-- A payment marks the customer's reviews of the order's products as those of a verified buyer.
CREATE FUNCTION product_changes_record_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (product_id, affects_ranking)
  SELECT DISTINCT r.product_id, false
  FROM order_items i JOIN reviews r ON r.product_id = i.product_id AND r.user_id = NEW.user_id
  WHERE i.order_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_changes_record_payment
  AFTER UPDATE OF paid_at ON orders
  FOR EACH ROW WHEN (OLD.paid_at IS DISTINCT FROM NEW.paid_at) EXECUTE FUNCTION product_changes_record_payment();
