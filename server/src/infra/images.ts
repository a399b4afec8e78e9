import { imageAt, imageWidths } from "@shop/shared/image";
import sharp, { type OutputInfo } from "sharp";
import { limitConcurrency, newQueueMetrics } from "./concurrency-limiter.ts";
import type { Storage } from "./storage.ts";

/** The address of a stored image; the addresses of its widths derive from it. */
export function imageAddress(id: string): string {
  return `/uploads/${id}.webp`;
}

/**
 * Stores an image in every width as WebP, without metadata and with its EXIF orientation applied.
 * The largest width is written last, so that an image whose address exists is complete.
 */
export async function storeImage(source: Buffer, id: string, storage: Storage): Promise<void> {
  await storeDecoded(await decode(source), id, storage);
}

type Decoded = { data: Buffer; info: OutputInfo };

/** The first frame of an image, scaled down to the largest stored width. */
function decode(source: Buffer): Promise<Decoded> {
  const largest = imageWidths[imageWidths.length - 1] ?? 0;
  return sharp(source, { limitInputPixels: pixelsMax })
    .rotate()
    .resize({ width: largest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function storeDecoded({ data, info }: Decoded, id: string, storage: Storage): Promise<void> {
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const width of imageWidths) {
    const image = await sharp(data, { raw })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: width < 100 ? 40 : 82, effort: 3 })
      .toBuffer();
    await storage.write(fileName(id, width), image);
  }
}

/** Whether every width of an image is stored. */
export async function hasImage(id: string, storage: Storage): Promise<boolean> {
  const found = await Promise.all(imageWidths.map((width) => storage.has(fileName(id, width))));
  return found.every(Boolean);
}

/** Removes every width of an image, the largest first, so that no address serves an incomplete image. */
export async function removeImage(id: string, storage: Storage): Promise<void> {
  for (const width of [...imageWidths].reverse()) await storage.remove(fileName(id, width));
}

/** The reason for which an upload is refused. */
export type ImageFault = "not an image" | "broken" | "too many pixels" | "too many frames";

/** The bound on decoded pixels; a file of a few kilobytes can declare any size. */
const pixelsMax = 40_000_000;
/** The longest side that WebP supports. */
const sideMax = 16_383;
const framesMax = 500;

/** The queue of image processing, for metrics. */
export const imageQueue = newQueueMetrics();

/** Two at once leave processors and memory for other requests. */
const limited = limitConcurrency({ concurrency: 2, timeoutMs: 8_000, figures: imageQueue });

/**
 * Stores an uploaded image after checking its content; the file's name and type are not trusted.
 * Returns the reason if it is refused, and then stores nothing. Fails with status 503 on a queue
 * time-out.
 */
export function storeUploadedImage(source: Buffer, id: string, storage: Storage): Promise<ImageFault | null> {
  if (!hasKnownSignature(source)) return Promise.resolve("not an image");
  return limited(async () => {
    const fault = await faultOf(source);
    if (fault !== null) return fault;
    const decoded = await decode(source).catch(() => null);
    if (decoded === null) return "broken";
    try {
      await storeDecoded(decoded, id, storage);
      return null;
    } catch (error) {
      await removeImage(id, storage);
      throw error;
    }
  });
}

const ascii = (source: Buffer, from: number, to: number) => source.toString("latin1", from, to);

/**
 * Whether a file has the signature of an allowed format. The decoder alone would open many more,
 * such as SVG with scripts.
 */
function hasKnownSignature(source: Buffer): boolean {
  if (source.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return true;
  if (ascii(source, 0, 8) === "\x89PNG\r\n\x1a\n") return true;
  if (/^GIF8[79]a$/.test(ascii(source, 0, 6))) return true;
  if (ascii(source, 0, 4) === "RIFF" && ascii(source, 8, 12) === "WEBP") return true;
  return ascii(source, 4, 8) === "ftyp" && /avi[fs]/.test(ascii(source, 8, 40));
}

/** Checks a file's header before it is decoded. */
async function faultOf(source: Buffer): Promise<ImageFault | null> {
  const head = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null) return "broken";
  const { width, height, pages = 1 } = head;
  if (pages > framesMax) return "too many frames";
  if (width * height > pixelsMax || Math.max(width, height) > sideMax) return "too many pixels";
  return null;
}

function fileName(id: string, width: (typeof imageWidths)[number]): string {
  return imageAt(imageAddress(id), width).slice("/uploads/".length);
}
