CREATE TABLE "discount_periods" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_periods_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule_id" uuid NOT NULL,
	"rule_version" integer NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "discount_periods_end_after_start" CHECK ("discount_periods"."ended_at" is null or "discount_periods"."ended_at" >= "discount_periods"."began_at")
);
--> statement-breakpoint
ALTER TABLE "discount_periods" ADD CONSTRAINT "discount_periods_version_fk" FOREIGN KEY ("rule_id","rule_version") REFERENCES "public"."discount_rule_versions"("rule_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_periods_open" ON "discount_periods" USING btree ("rule_id") WHERE "discount_periods"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "discount_periods_ended" ON "discount_periods" USING btree ("ended_at") WHERE "discount_periods"."ended_at" is not null;