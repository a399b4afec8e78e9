CREATE OR REPLACE FUNCTION public.product_search_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- By id, as all who lock several rows of products.
  PERFORM FROM product_search WHERE product_id IN (SELECT product_id FROM changed) ORDER BY product_id FOR UPDATE;
  UPDATE product_search s SET lexemes = written.lexemes FROM (
    SELECT product_id, search_with_codes(lexemes, product_id) AS lexemes FROM product_search
    WHERE product_id IN (SELECT product_id FROM changed) OFFSET 0
  ) AS written
  WHERE s.product_id = written.product_id AND s.lexemes IS DISTINCT FROM written.lexemes;
  IF TG_OP <> 'DELETE' THEN
    PERFORM search_learn(ARRAY(SELECT DISTINCT label FROM changed));
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_search_facts_delete AFTER DELETE ON product_attributes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_search_facts();

CREATE TRIGGER product_search_facts_insert AFTER INSERT ON product_attributes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_search_facts();

CREATE TRIGGER product_search_facts_update AFTER UPDATE ON product_attributes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_search_facts();
