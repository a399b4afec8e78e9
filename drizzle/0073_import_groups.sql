CREATE TABLE "import_groups" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"group_id" uuid NOT NULL,
	"before" jsonb,
	"version" integer NOT NULL,
	CONSTRAINT "import_groups_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "group_line" integer;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "variant" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "grouped_to" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_groups" ADD CONSTRAINT "import_groups_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
