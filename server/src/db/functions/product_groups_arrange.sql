CREATE OR REPLACE PROCEDURE public.product_groups_arrange()
 LANGUAGE plpgsql
AS $procedure$
DECLARE
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
BEGIN
  LOOP
    batch := ARRAY(SELECT id FROM product_groups WHERE id > after ORDER BY id LIMIT 200 FOR NO KEY UPDATE);
    EXIT WHEN cardinality(batch) = 0;
    PERFORM product_group_arrange(id) FROM unnest(batch) AS id;
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
END
$procedure$;
