-- outside a transaction
-- safe because it can be called again and again: it writes what is not as it should be, two hundred products at a time, and
-- commits after each. Those products cannot change for that long.
CALL product_search_refill();
