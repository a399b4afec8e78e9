CREATE OR REPLACE FUNCTION public.term_slug_give()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  word text := TG_ARGV[0];
  wanted text := slug_of(NEW.name, word);
  found text;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.slug <> '' THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND OLD.slug <> '' AND slug_of(OLD.name, word) = wanted THEN RETURN NEW; END IF;
  -- Names that differ can have the same slug.
  PERFORM pg_advisory_xact_lock(TG_ARGV[2]::bigint);
  EXECUTE format('
    SELECT candidate FROM (
      SELECT n, CASE WHEN n = 1 THEN $1 ELSE $1 || ''-'' || n END AS candidate
      FROM generate_series(1, (SELECT count(*) + 1 FROM %1$I)) n
    ) candidates
    WHERE NOT EXISTS (SELECT FROM %1$I taken WHERE taken.slug = candidate AND taken.id <> $2)
    ORDER BY n LIMIT 1', TG_TABLE_NAME) INTO found USING wanted, NEW.id;
  IF TG_OP = 'UPDATE' AND OLD.slug NOT IN ('', found) THEN
    EXECUTE format('INSERT INTO %I (slug, term_id) VALUES ($1, $2)
      ON CONFLICT (slug) DO UPDATE SET term_id = excluded.term_id', TG_ARGV[1]) USING OLD.slug, NEW.id;
  END IF;
  NEW.slug := found;
  RETURN NEW;
END
$function$;

CREATE TRIGGER brands_slug_on_insert BEFORE INSERT ON brands FOR EACH ROW EXECUTE FUNCTION term_slug_give('brand', 'former_brand_slugs', '7301854206');

CREATE TRIGGER brands_slug_on_update BEFORE UPDATE OF name ON brands FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.slug = ''::text) EXECUTE FUNCTION term_slug_give('brand', 'former_brand_slugs', '7301854206');

CREATE TRIGGER categories_slug_on_insert BEFORE INSERT ON categories FOR EACH ROW EXECUTE FUNCTION term_slug_give('category', 'former_category_slugs', '7301854207');

CREATE TRIGGER categories_slug_on_update BEFORE UPDATE OF name ON categories FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.slug = ''::text) EXECUTE FUNCTION term_slug_give('category', 'former_category_slugs', '7301854207');

CREATE TRIGGER collections_slug_on_insert BEFORE INSERT ON collections FOR EACH ROW EXECUTE FUNCTION term_slug_give('collection', 'former_collection_slugs', '7301854209');

CREATE TRIGGER collections_slug_on_update BEFORE UPDATE OF name ON collections FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.slug = ''::text) EXECUTE FUNCTION term_slug_give('collection', 'former_collection_slugs', '7301854209');
