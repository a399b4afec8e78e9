-- outside a transaction
-- safe because it can be called again and again: it makes the rows that are missing, a thousand products at a time,
-- and commits after each. Those products cannot change for that long.
CALL product_facets_fill();
