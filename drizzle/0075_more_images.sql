CREATE TABLE "import_more_images" (
	"import_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"before" text NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"fetch_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_more_images_import_id_product_id_place_pk" PRIMARY KEY("import_id","product_id","place")
);
--> statement-breakpoint
ALTER TABLE "product_keys" ADD COLUMN "more_sources" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "import_more_images" ADD CONSTRAINT "import_more_images_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_more_images" ADD CONSTRAINT "import_more_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "import_more_images_waiting" ON "import_more_images" USING btree ("fetch_at") WHERE "import_more_images"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "import_more_images_by_address" ON "import_more_images" USING btree ("import_id","address");
--> statement-breakpoint
CREATE INDEX "import_more_images_of_product" ON "import_more_images" USING btree ("product_id");
