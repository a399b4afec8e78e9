CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_words_likeness" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_words_beginning" ON "search_words" USING btree ("word" text_pattern_ops);

--> statement-breakpoint
-- Words are kept in their order, so that two writers who bring the same ones wait for each other and not in a circle.
CREATE FUNCTION search_words_learn(names text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_words (word)
  SELECT DISTINCT word FROM unnest(names) AS name, regexp_split_to_table(name COLLATE "pg_c_utf8", '[^[:alnum:]]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 ORDER BY word
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION products_teach_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_words_learn(ARRAY(SELECT DISTINCT search_name FROM added));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_teach_words
  AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION products_teach_words();
--> statement-breakpoint
CREATE FUNCTION product_teaches_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_words_learn(ARRAY[NEW.search_name]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Selling a unit gets no further than the list of columns.
CREATE TRIGGER product_teaches_words
  AFTER UPDATE OF name, brand_id, category_id ON products
  FOR EACH ROW WHEN (OLD.search_name IS DISTINCT FROM NEW.search_name) EXECUTE FUNCTION product_teaches_words();
--> statement-breakpoint
SELECT search_words_learn(ARRAY(SELECT search_name FROM products));
