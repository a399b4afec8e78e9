ALTER TABLE "review_photos" ADD COLUMN "bytes" integer;
