-- Suggestions name brands and categories themselves, those without products too.
CREATE CONSTRAINT TRIGGER catalogue_version_follow_brands
  AFTER INSERT OR UPDATE OF name OR DELETE ON brands DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_categories
  AFTER INSERT OR UPDATE OF name OR DELETE ON categories DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
