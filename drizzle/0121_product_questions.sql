CREATE TABLE "product_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answer_edited_at" timestamp with time zone,
	"answered_by" uuid,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_questions_text_length" CHECK (length(btrim("product_questions"."text")) > 0 and length("product_questions"."text") <= 500),
	CONSTRAINT "product_questions_answer_length" CHECK (length("product_questions"."answer") between 1 and 2000),
	CONSTRAINT "product_questions_answered" CHECK (("product_questions"."answer" is null) = ("product_questions"."answered_at" is null) and ("product_questions"."answer" is null) = ("product_questions"."answered_by" is null)),
	CONSTRAINT "product_questions_edited" CHECK ("product_questions"."answer_edited_at" is null or "product_questions"."answer" is not null),
	CONSTRAINT "product_questions_hidden_with_reason" CHECK (("product_questions"."hidden_at" is null) = ("product_questions"."hidden_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "product_questions" ADD CONSTRAINT "product_questions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_questions" ADD CONSTRAINT "product_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_questions" ADD CONSTRAINT "product_questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_questions_shown" ON "product_questions" USING btree ("product_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "product_questions"."answer" is not null and "product_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "product_questions_of_user" ON "product_questions" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_questions_open" ON "product_questions" USING btree ("created_at","id") WHERE "product_questions"."answer" is null and "product_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "product_questions_newest" ON "product_questions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
-- As a review is, a question is on the pages of all products of its group. A new one is on none.
CREATE OR REPLACE FUNCTION product_changes_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT products_max + 1) AS changed) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSIF TG_TABLE_NAME IN ('reviews', 'product_questions') THEN
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
CREATE TRIGGER product_changes_record_question_update
  AFTER UPDATE ON product_questions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_question_delete
  AFTER DELETE ON product_questions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record();
