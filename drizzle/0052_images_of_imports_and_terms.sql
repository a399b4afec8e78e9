CREATE TABLE "import_archive_chunks" (
	"archive_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_archive_chunks_archive_id_place_pk" PRIMARY KEY("archive_id","place")
);
--> statement-breakpoint
CREATE TABLE "import_archive_entries" (
	"archive_id" uuid NOT NULL,
	"path" text NOT NULL,
	"base_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"crc32" bigint NOT NULL,
	CONSTRAINT "import_archive_entries_archive_id_path_pk" PRIMARY KEY("archive_id","path")
);
--> statement-breakpoint
CREATE TABLE "import_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "archive_id" uuid;--> statement-breakpoint
ALTER TABLE "import_archive_chunks" ADD CONSTRAINT "import_archive_chunks_archive_id_import_archives_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."import_archives"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_archive_entries" ADD CONSTRAINT "import_archive_entries_archive_id_import_archives_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."import_archives"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_archives" ADD CONSTRAINT "import_archives_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_archive_entries_by_name" ON "import_archive_entries" USING btree ("archive_id","base_name");--> statement-breakpoint
CREATE INDEX "import_archives_of_import" ON "import_archives" USING btree ("import_id");--> statement-breakpoint
-- The pages of brands and categories show what their images show.
CREATE CONSTRAINT TRIGGER catalogue_version_follow_brand_image_alt
  AFTER UPDATE OF image_alt ON brands DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_category_image_alt
  AFTER UPDATE OF image_alt ON categories DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
