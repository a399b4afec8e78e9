CREATE TABLE "articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"image_alt" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"first_words" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	"is_published" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "articles_title_length" CHECK (length("articles"."title") between 1 and 100),
	CONSTRAINT "articles_summary_length" CHECK (length("articles"."summary") <= 300),
	CONSTRAINT "articles_text_length" CHECK (length("articles"."text") <= 20000),
	CONSTRAINT "articles_published_are_written" CHECK (not "articles"."is_published" or ("articles"."published_at" is not null and "articles"."text" <> ''))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "articles_slug_key" ON "articles" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "articles_published" ON "articles" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "articles"."is_published";--> statement-breakpoint
CREATE INDEX "articles_updated" ON "articles" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);