ALTER TABLE "import_rows" ADD COLUMN "category_path" text[];--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "plan_id" uuid;