CREATE TABLE "facet_choices" (
	"category" text NOT NULL,
	"facet" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "facet_choices_category_facet_pk" PRIMARY KEY("category","facet")
);
--> statement-breakpoint
CREATE INDEX "facet_choices_last" ON "facet_choices" USING btree ("last_at");