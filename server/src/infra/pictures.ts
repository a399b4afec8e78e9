import { randomUUID } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pictureAt, pictureWidths } from "@shop/shared/picture";
import sharp from "sharp";

/** The address under which a stored picture is served; its widths derive from it. */
export function pictureAddress(id: string): string {
  return `/uploads/${id}.webp`;
}

/**
 * Stores a picture in every width as WebP without metadata. The largest is
 * written last and each by renaming, so an address that exists is complete.
 */
export async function storePicture(source: Buffer, id: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const largest = pictureWidths[pictureWidths.length - 1] ?? 0;
  const { data, info } = await sharp(source)
    .rotate()
    .resize({ width: largest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const width of pictureWidths) {
    const picture = await sharp(data, { raw })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: width < 100 ? 40 : 82, effort: 3 })
      .toBuffer();
    const unfinished = join(folder, `${randomUUID()}.tmp`);
    await writeFile(unfinished, picture);
    await rename(unfinished, join(folder, fileName(id, width)));
  }
}

/** Whether every width of a picture is stored. */
export async function hasPicture(id: string, folder: string): Promise<boolean> {
  const found = await Promise.all(
    pictureWidths.map((width) =>
      access(join(folder, fileName(id, width))).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}

function fileName(id: string, width: (typeof pictureWidths)[number]): string {
  return pictureAt(pictureAddress(id), width).slice("/uploads/".length);
}
