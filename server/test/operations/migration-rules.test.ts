import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf } from "../harness/migration-rules.ts";
import { migrations } from "../harness/migrations.ts";

/** The last migration of the first release; nothing served while those up to it ran. */
const firstRelease = "0013";

describe("every migration since the first release", () => {
  it("lets the release before it go on serving", async () => {
    const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql"));
    for (const name of names.filter((each) => each.slice(0, 4) > firstRelease)) {
      expect(faultsOf(await readFile(join(migrations, name), "utf8")), name).toEqual([]);
    }
  });
});

describe("a migration may", () => {
  it.each([
    'ALTER TABLE "orders" ADD COLUMN "note" text;',
    `ALTER TABLE "orders" ADD COLUMN "source" text DEFAULT 'shop' NOT NULL;`,
    'ALTER TABLE "orders" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;',
    'ALTER TABLE "products" ALTER COLUMN "brand_id" DROP NOT NULL;',
    'ALTER TABLE "products" DROP CONSTRAINT "products_price_in_range";',
    'ALTER TABLE "products" ALTER COLUMN "name" SET DEFAULT \'\';',
    'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("total_cents" > 0) NOT VALID;',
    'ALTER TABLE "orders" VALIDATE CONSTRAINT "c";',
    'ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE USING INDEX "i";',
    'CREATE TABLE "refunds" ("id" uuid PRIMARY KEY NOT NULL, "order_id" uuid NOT NULL);--> statement-breakpoint\nALTER TABLE "refunds" ADD CONSTRAINT "f" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id");--> statement-breakpoint\nCREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("order_id");',
    "-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_city ON orders (city);\n--> statement-breakpoint\nDROP INDEX CONCURRENTLY IF EXISTS orders_listing;",
    "-- safe because the table has one row for ever\nUPDATE catalogue_size SET visible = 0;",
    "INSERT INTO settings (name) VALUES ('drop table users; -- not a statement');",
    "CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM x; UPDATE y SET z = 1; RETURN NEW; END $$;",
    "CREATE TRIGGER t AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f();",
    "/* drop table users; */ SELECT 1;",
  ])("%s", (sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });
});

describe("a migration is refused", () => {
  it.each([
    ['DROP TABLE "reviews";', /stopped using it/],
    ["drop trigger products_set_search on products;", /stopped using it/],
    ['ALTER TABLE "orders" DROP COLUMN "city";', /still reads the column/],
    ["alter table orders drop city;", /still reads the column/],
    ['ALTER TABLE "orders" RENAME COLUMN "city" TO "town";', /old name/],
    ['ALTER TABLE "orders" RENAME TO "purchases";', /old name/],
    ['ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;', /give it a default/],
    ['ALTER TABLE "orders" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;', /rewrites the table/],
    ['ALTER TABLE "orders" ADD COLUMN "n" bigserial;', /worked out for every row/],
    ['ALTER TABLE "orders" ADD COLUMN "n" int GENERATED ALWAYS AS (1) STORED;', /worked out for every row/],
    ['ALTER TABLE "orders" ALTER COLUMN "city" SET NOT NULL;', /validate a check/],
    ['ALTER TABLE "orders" ALTER COLUMN "city" SET DATA TYPE varchar(10);', /changed type/],
    ['ALTER TABLE "orders" ALTER COLUMN "is_stock_held" DROP DEFAULT;', /relies on the default/],
    ["ALTER TYPE mood ADD VALUE 'sad';", /changed type/],
    ['CREATE INDEX "i" ON "orders" USING btree ("city");', /build it concurrently/],
    ["CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON orders (city);", /outside a transaction only/],
    ["-- outside a transaction\nCREATE INDEX CONCURRENTLY i ON orders (city);", /IF NOT EXISTS/],
    [
      "-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS i ON orders (city);\nALTER TABLE orders ADD COLUMN x int;",
      /done twice/,
    ],
    ["DROP INDEX orders_listing;", /drop the index concurrently/],
    ['ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("total_cents" > 0);', /NOT VALID/],
    [
      'ALTER TABLE "orders" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "public"."users"("id") ON DELETE no action;',
      /NOT VALID/,
    ],
    ['ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE("city");', /USING INDEX/],
    [
      'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (true) NOT VALID;ALTER TABLE "orders" VALIDATE CONSTRAINT "c";',
      /of its own/,
    ],
    ["UPDATE orders SET city = upper(city);", /small steps/],
    ["TRUNCATE rate_limits;", /small steps/],
    ["-- because I say so\nLOCK TABLE orders;", /Nobody can use/],
    ["-- safe because\nDROP TABLE reviews;", /stopped using it/],
  ])("%s", (sql, sentence) => {
    const faults = faultsOf(sql);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(sentence);
  });
});
