-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "import_rows_by_group" ON "import_rows" USING btree ("import_id","group_line","line") WHERE "import_rows"."group_line" is not null;