ALTER TABLE "brands" ADD COLUMN "search_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "search_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- safe because the table has 5,000 rows at most
CREATE INDEX "popular_searches_shown" ON "popular_searches" USING btree ("count" DESC NULLS FIRST,"keyword") WHERE count >= 5;--> statement-breakpoint
-- safe because people write each group by hand
CREATE INDEX "search_synonyms_keys" ON "search_synonyms" USING gin ("keys");--> statement-breakpoint
CREATE FUNCTION terms_set_search_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_name := ' ' || array_to_string(search_words(search_plain(NEW.name)), ' ');
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER brands_set_search_name BEFORE INSERT OR UPDATE OF name ON brands
  FOR EACH ROW EXECUTE FUNCTION terms_set_search_name();--> statement-breakpoint
CREATE TRIGGER categories_set_search_name BEFORE INSERT OR UPDATE OF name ON categories
  FOR EACH ROW EXECUTE FUNCTION terms_set_search_name();--> statement-breakpoint
-- safe because there are few brands; an update would tell other triggers of changes that nobody made
ALTER TABLE brands ALTER COLUMN search_name TYPE text USING ' ' || array_to_string(search_words(search_plain(name)), ' ');--> statement-breakpoint
-- safe because there are few categories
ALTER TABLE categories ALTER COLUMN search_name TYPE text USING ' ' || array_to_string(search_words(search_plain(name)), ' ');
