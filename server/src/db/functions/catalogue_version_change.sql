CREATE OR REPLACE FUNCTION public.catalogue_version_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Once for each transaction, however many products it changes; the setting ends with it.
  IF coalesce(current_setting('shop.catalogue_change', true), '') = '' THEN
    UPDATE catalogue_version SET version = gen_random_uuid(), number = number + 1;
    PERFORM set_config('shop.catalogue_change', 'yes', true);
  END IF;
  RETURN NULL;
END
$function$;

CREATE CONSTRAINT TRIGGER catalogue_version_follow_brand_image_alt AFTER UPDATE OF image_alt ON brands DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_brand_pages AFTER UPDATE OF description, image, menu_position ON brands DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_brands AFTER INSERT OR DELETE OR UPDATE OF name ON brands DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_categories AFTER INSERT OR DELETE OR UPDATE OF name ON categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_category_image_alt AFTER UPDATE OF image_alt ON categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_category_pages AFTER UPDATE OF description, image, menu_position ON categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_category_tree AFTER UPDATE OF parent_id ON categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_collection_brands AFTER INSERT OR DELETE ON collection_brands DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_collection_categories AFTER INSERT OR DELETE ON collection_categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_collection_products AFTER INSERT OR DELETE ON collection_products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_collections AFTER INSERT OR DELETE OR UPDATE ON collections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_info_pages AFTER INSERT OR DELETE OR UPDATE ON info_pages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_trade AFTER INSERT OR UPDATE OF sku, gtin, mpn ON product_trade DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_variants AFTER INSERT OR DELETE ON product_variants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_delete AFTER DELETE ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.published_at IS NOT NULL AND old.deleted_at IS NULL) EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_insert AFTER INSERT ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.published_at IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION catalogue_version_change();

CREATE TRIGGER catalogue_version_follow_truncate AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_update AFTER UPDATE OF id, name, description, brand_id, category_id, search_text, search_name, created_at, published_at, deleted_at ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.published_at IS NOT NULL AND old.deleted_at IS NULL) IS DISTINCT FROM (new.published_at IS NOT NULL AND new.deleted_at IS NULL) OR new.published_at IS NOT NULL AND new.deleted_at IS NULL AND (old.id IS DISTINCT FROM new.id OR old.search_text IS DISTINCT FROM new.search_text OR old.search_name IS DISTINCT FROM new.search_name OR old.created_at IS DISTINCT FROM new.created_at)) EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_variant_label AFTER UPDATE OF variant_label ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.published_at IS NOT NULL AND new.deleted_at IS NULL AND old.variant_label IS DISTINCT FROM new.variant_label) EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_redirects AFTER INSERT OR DELETE OR UPDATE ON search_redirects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_synonyms AFTER INSERT OR DELETE OR UPDATE ON search_synonyms DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_words AFTER INSERT OR DELETE OR UPDATE ON search_words DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();

CREATE CONSTRAINT TRIGGER catalogue_version_follow_terms_of_sale AFTER INSERT ON terms_of_sale DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
