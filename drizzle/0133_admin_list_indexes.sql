-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_containing ON products USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_words_of_name ON products USING gin ((search_fold(name) COLLATE "default") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_name ON products (lower(name COLLATE "pg_c_utf8"), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_price ON products (price_cents, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_rating ON products (rating, num_reviews, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_drafts ON products (id) WHERE published_at IS NULL AND deleted_at IS NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_search_text;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_search_name;
