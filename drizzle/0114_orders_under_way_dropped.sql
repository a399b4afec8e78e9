-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "orders_under_way";
