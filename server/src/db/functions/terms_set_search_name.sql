CREATE OR REPLACE FUNCTION public.terms_set_search_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search_name := ' ' || array_to_string(search_words(search_plain(NEW.name)), ' ');
  RETURN NEW;
END
$function$;

CREATE TRIGGER brands_set_search_name BEFORE INSERT OR UPDATE OF name ON brands FOR EACH ROW EXECUTE FUNCTION terms_set_search_name();

CREATE TRIGGER categories_set_search_name BEFORE INSERT OR UPDATE OF name ON categories FOR EACH ROW EXECUTE FUNCTION terms_set_search_name();
