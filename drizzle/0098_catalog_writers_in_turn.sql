-- The number of products, the slugs and the vocabulary are shared by all products. A transaction that writes several of
-- them met these in the order of its products, so that two could wait for each other: now each has the lock before it writes.
CREATE FUNCTION catalogue_size_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM catalogue_size FOR NO KEY UPDATE;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER catalogue_size_lock_insert BEFORE INSERT ON products
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_lock();
--> statement-breakpoint
CREATE TRIGGER catalogue_size_lock_update
  BEFORE UPDATE OF name, description, is_markdown, brand_id, category_id, variant_label, published_at, deleted_at ON products
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_size_lock();
