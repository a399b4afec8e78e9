import { imageAt, imageWidths } from "@shop/shared/image";
import sharp, { type OutputInfo } from "sharp";
import { emptyQueue, limitConcurrency } from "./concurrency-limiter.ts";
import type { Storage } from "./storage.ts";

/** The address under which a stored picture is served; its widths derive from it. */
export function imageAddress(id: string): string {
  return `/uploads/${id}.webp`;
}

/**
 * Stores a picture in every width as WebP without metadata, turned the way it
 * is meant to be seen. The largest is written last, so an address that exists
 * is complete.
 */
export async function storeImage(source: Buffer, id: string, storage: Storage): Promise<void> {
  await storeDecoded(await decode(source), id, storage);
}

type Decoded = { data: Buffer; info: OutputInfo };

/** The first frame of a picture, as large as the largest width that we keep. */
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

/** Whether every width of a picture is stored. */
export async function hasImage(id: string, storage: Storage): Promise<boolean> {
  const found = await Promise.all(imageWidths.map((width) => storage.has(fileName(id, width))));
  return found.every(Boolean);
}

/** Removes every width of a picture, the largest first, so that no address is left that is not complete. */
export async function removeImage(id: string, storage: Storage): Promise<void> {
  for (const width of [...imageWidths].reverse()) await storage.remove(fileName(id, width));
}

/** Why a file from outside is not taken. */
export type ImageFault = "not an image" | "broken" | "too many pixels" | "too many frames";

/** What decoding may cost at most; a file of a few kilobytes can claim any size. */
const pixelsMax = 40_000_000;
/** The longest side that the format of our files can hold. */
const sideMax = 16_383;
const framesMax = 500;

/** How many wait for a picture to be taken in. */
export const imageQueue = emptyQueue();

/** Two pictures at once leave the rest of the shop its processors and its memory. */
const limited = limitConcurrency({ concurrency: 2, timeoutMs: 8_000, figures: imageQueue });

/**
 * Stores a picture that somebody sent, once its content has shown what it is:
 * names and types that come with a file say nothing. Gives the reason when it
 * is not taken, and then nothing is stored. Fails with status 503 when its
 * turn does not come in time.
 */
export function takeImage(source: Buffer, id: string, storage: Storage): Promise<ImageFault | null> {
  if (!isOfKnownKind(source)) return Promise.resolve("not an image");
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
 * Whether a file starts like one of the kinds that the shop takes. The decoder
 * alone would open many more, drawings with scripts among them.
 */
function isOfKnownKind(source: Buffer): boolean {
  if (source.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return true;
  if (ascii(source, 0, 8) === "\x89PNG\r\n\x1a\n") return true;
  if (/^GIF8[79]a$/.test(ascii(source, 0, 6))) return true;
  if (ascii(source, 0, 4) === "RIFF" && ascii(source, 8, 12) === "WEBP") return true;
  return ascii(source, 4, 8) === "ftyp" && /avi[fs]/.test(ascii(source, 8, 40));
}

/** What speaks against decoding a file, from its head alone. */
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
