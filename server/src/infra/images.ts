import { imageWidths } from "@shop/shared/catalog/image";
import { limitConcurrency, newQueueMetrics } from "./concurrency-limiter.ts";
import { avifNameOf, masterName, webpName } from "./image-names.ts";
import { busyFactor, type ImageFault, imageProcessStartMs, openImageProcess } from "./image-process.ts";
import type { Storage } from "./storage.ts";

/** The queue of image processing, for metrics. */
export const imageQueue = newQueueMetrics();

/** How long an image waits for a slot, and how long it is decoded; in milliseconds. */
const queueMs = 30_000;
const decodeMs = 30_000;
/** The longest time until an image is decoded, in milliseconds. */
export const imageTimeoutMs = queueMs + imageProcessStartMs + busyFactor * decodeMs;

/** One at a time: the memory limit is that of one image. */
const limited = limitConcurrency({ concurrency: 1, timeoutMs: queueMs, counters: imageQueue });
const decode = openImageProcess({ memoryKiB: 320_000, timeMs: decodeMs, idleMs: 30_000 });

export type StoreOptions = { withMaster: boolean; signal?: AbortSignal | undefined };
/** The size of all its files, or why an image is refused. */
export type StoredImage = { bytes: number } | { fault: ImageFault };

/**
 * Stores an image under its id (or `photoFiles`) in every width as WebP, some also as AVIF, and if that is wanted its master, without metadata and with
 * its EXIF orientation applied. An AVIF is written before its WebP, and the largest width last, so that an image whose
 * address exists is complete. The file's name
 * and type are not trusted. Stores nothing if it is refused. Fails with
 * status 503 on a queue time-out, and with the signal's reason when it aborts.
 */
export async function storeImage(
  source: Buffer,
  id: string,
  storage: Storage,
  { withMaster, signal }: StoreOptions,
): Promise<StoredImage> {
  if (!hasKnownSignature(source)) return { fault: "not an image" };
  const decoded = await limited(() => decode({ source, withMaster }, signal), signal);
  if ("fault" in decoded) return decoded;
  let bytes = 0;
  const write = async (name: string, content: Uint8Array) => {
    await storage.write(name, content);
    bytes += content.length;
  };
  try {
    if (decoded.master !== null) await write(masterName(id), decoded.master);
    for (const [place, width] of imageWidths.entries()) {
      const image = decoded.images[place];
      if (image === undefined) throw new Error("the decoder returned too few widths");
      signal?.throwIfAborted();
      const webp = webpName(id, width);
      const avif = avifNameOf(webp);
      if (avif !== undefined && image.avif !== null) await write(avif, image.avif);
      await write(webp, image.webp);
    }
    return { bytes };
  } catch (error) {
    await removeImage(id, storage);
    throw error;
  }
}

/** Whether every width of an image is stored; the AVIF files and the master are optional. */
export async function hasImage(id: string, storage: Storage): Promise<boolean> {
  const found = await Promise.all(imageWidths.map((width) => storage.has(webpName(id, width))));
  return found.every(Boolean);
}

/** The names that the files of an image may have, its own address first. */
function fileNames(id: string): string[] {
  const widths = [...imageWidths].reverse().map((width) => webpName(id, width));
  return [...widths.flatMap((webp) => [webp, avifNameOf(webp) ?? []].flat()), masterName(id)];
}

/** Copies the files of an image to another name, the address itself last; gives their size. Idempotent. */
export async function copyImage(from: string, to: string, storage: Storage): Promise<number> {
  let bytes = 0;
  for (const name of fileNames(from).reverse()) {
    const content = await storage.read(name);
    if (content === undefined) continue;
    await storage.write(to + name.slice(from.length), content);
    bytes += content.length;
  }
  return bytes;
}

/** Removes every file of an image, its own address first, so that no address serves an incomplete image. */
export async function removeImage(id: string, storage: Storage): Promise<void> {
  for (const name of fileNames(id)) await storage.remove(name);
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
