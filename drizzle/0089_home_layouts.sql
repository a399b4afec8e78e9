CREATE TABLE "home_layouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"starts_at" timestamp with time zone,
	"begun_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "home_layouts_name_length" CHECK (length("home_layouts"."name") between 1 and 60),
	CONSTRAINT "home_layouts_begun_has_start" CHECK ("home_layouts"."begun_at" is null or "home_layouts"."starts_at" is not null)
);
