CREATE TABLE "visit_days" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "visit_days_day_step_pk" PRIMARY KEY("day","step")
);
