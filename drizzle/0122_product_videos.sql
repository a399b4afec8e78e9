CREATE TABLE "product_videos" (
	"product_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"video" text NOT NULL,
	"poster" text DEFAULT '' NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"captions" text DEFAULT '' NOT NULL,
	CONSTRAINT "product_videos_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_videos_at_most_three" CHECK ("product_videos"."position" between 1 and 3),
	CONSTRAINT "product_videos_not_empty" CHECK ("product_videos"."video" <> '')
);
--> statement-breakpoint
ALTER TABLE "product_videos" ADD CONSTRAINT "product_videos_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_videos_video_id" ON "product_videos" USING btree (substring("video" from '[0-9a-f]{8}-[0-9a-f-]{27}'));--> statement-breakpoint
CREATE INDEX "product_videos_poster_id" ON "product_videos" USING btree (substring("poster" from '[0-9a-f]{8}-[0-9a-f-]{27}'));--> statement-breakpoint
-- Videos as the history has them.
CREATE FUNCTION product_history_part(part product_videos) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('video', part.video, 'poster', part.poster, 'alt', part.alt, 'captions', part.captions)
$$;
--> statement-breakpoint
CREATE TRIGGER product_history_record_video_insert
  AFTER INSERT ON product_videos REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('videos');
--> statement-breakpoint
CREATE TRIGGER product_history_record_video_update
  AFTER UPDATE ON product_videos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('videos');
--> statement-breakpoint
CREATE TRIGGER product_history_record_video_delete
  AFTER DELETE ON product_videos REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_history_record_parts('videos');
--> statement-breakpoint
CREATE TRIGGER product_changes_record_video_insert
  AFTER INSERT ON product_videos REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_video_update
  AFTER UPDATE ON product_videos REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_video_delete
  AFTER DELETE ON product_videos REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
