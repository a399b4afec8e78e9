CREATE OR REPLACE FUNCTION public.categories_check_tree()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  upper uuid := NEW.parent_id;
  levels integer := 1;
BEGIN
  -- One change of the tree at a time, so that two together make no circle.
  PERFORM pg_advisory_xact_lock(7301854208);
  WHILE upper IS NOT NULL LOOP
    levels := levels + 1;
    IF upper = NEW.id OR levels > 3 THEN
      RAISE check_violation USING CONSTRAINT = 'categories_three_levels', MESSAGE = 'categories have at most three levels';
    END IF;
    SELECT parent_id INTO upper FROM categories WHERE id = upper;
  END LOOP;
  levels := levels + CASE
    WHEN EXISTS (SELECT FROM categories c JOIN categories below ON below.parent_id = c.id WHERE c.parent_id = NEW.id) THEN 2
    WHEN EXISTS (SELECT FROM categories WHERE parent_id = NEW.id) THEN 1
    ELSE 0
  END;
  IF levels > 3 THEN
    RAISE check_violation USING CONSTRAINT = 'categories_three_levels', MESSAGE = 'categories have at most three levels';
  END IF;
  RETURN NEW;
END
$function$;

CREATE TRIGGER categories_check_tree BEFORE INSERT OR UPDATE OF parent_id ON categories FOR EACH ROW WHEN (new.parent_id IS NOT NULL) EXECUTE FUNCTION categories_check_tree();
