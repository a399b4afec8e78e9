CREATE OR REPLACE FUNCTION public.search_synonyms_set_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.keys := ARRAY(
    SELECT DISTINCT key FROM unnest(NEW.words) AS word, unnest(search_keys(search_words(search_plain(word)))) AS key
  );
  PERFORM search_learn(NEW.words);
  RETURN NEW;
END
$function$;

CREATE TRIGGER search_synonyms_set_keys BEFORE INSERT OR UPDATE OF words ON search_synonyms FOR EACH ROW EXECUTE FUNCTION search_synonyms_set_keys();
