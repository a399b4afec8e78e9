CREATE TABLE "rehearsals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proposal" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"worker" uuid,
	"leased_until" timestamp with time zone,
	"looked" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "rehearsals_done_with_result" CHECK (("rehearsals"."state" = 'done') = ("rehearsals"."result" is not null))
);
--> statement-breakpoint
CREATE INDEX "rehearsals_waiting" ON "rehearsals" USING btree ("created_at") WHERE "rehearsals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "rehearsals_age" ON "rehearsals" USING btree ("created_at");