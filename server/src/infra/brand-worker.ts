import sharp from "sharp";
import { brandTaskSchema } from "./brand-images.ts";
import { serveTasks } from "./task-process.ts";

// One thread and no cache: memory matters more here than speed.
sharp.concurrency(1);
sharp.cache(false);

/** The entry point of the process that makes images of the owner's logo. */
serveTasks(async (task) => {
  const { logo, kind, background } = brandTaskSchema.parse(task);
  if (kind === "mail") return sharp(logo).resize({ height: 96, withoutEnlargement: true }).png().toBuffer();
  const [width, height] = [1_200, 630];
  const mark = await sharp(logo).resize({ width: 640, height: 380, fit: "inside" }).png().toBuffer();
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: mark, gravity: "centre" }])
    .png()
    .toBuffer();
});
