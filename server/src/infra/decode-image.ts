import { type ImageWidth, imageWidthMax, imageWidths, masterSideMax } from "@shop/shared/catalog/image";
import sharp, { type Metadata, type ResizeOptions, type Sharp } from "sharp";
import { hasAvif } from "./image-names.ts";
import type { DecodedImage, DecodeRequest, EncodedWidth, ImageFault } from "./image-process.ts";

/** The longest side that WebP supports. */
const sideMax = 16_383;
const framesMax = 500;

/**
 * The most pixels of each encoding. The encodings whose decoder holds the whole image are bounded such
 * that each takes at most about 190 MB beside the process; JPEG and PNG are otherwise read in lines.
 * Measured at the limit: see bench/README.md.
 */
const pixelLimits = {
  lines: 40_000_000,
  deepPng: 20_000_000,
  webp: 40_000_000,
  gif: 30_000_000,
  progressiveJpeg: 28_000_000,
  progressiveCmykJpeg: 19_000_000,
  interlacedPng: 36_000_000,
  interlacedDeepPng: 18_000_000,
  avif: 10_000_000,
  deepAvif: 7_000_000,
};

/** The most pixels of an AVIF: its encoder takes memory and time for each, and an image may be far higher than wide. */
const avifPixelsMax = 640 * 1_280;

// One thread and no cache: speed matters less here than memory, and than processors for other requests.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Decodes an uploaded image after checking its header, and encodes it without metadata in every width and, if that is
 * wanted and would be wider than all of them, as the master.
 */
export async function decodeImage({ source, withMaster }: DecodeRequest): Promise<DecodedImage> {
  const head = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null) return { fault: "broken" };
  const fault = faultOf(head);
  if (fault !== null) return { fault };
  try {
    const hasMaster = withMaster && masterWidthOf(head) > imageWidthMax;
    const size = hasMaster ? insideMaster : widest(head);
    const decoded = await decodeUpright(source, head, size);
    const master = hasMaster ? await fromRaw(decoded).webp(webpSettings).toBuffer() : null;
    return { images: await encodeWidths(decoded), master };
  } catch (error) {
    const isMemory = error instanceof Error && /out of memory|memory allocation/i.test(error.message);
    return { fault: isMemory ? "too much to decode" : "broken" };
  }
}

function faultOf(head: Metadata): ImageFault | null {
  const { width, height, pages = 1 } = head;
  if (pages > framesMax) return "too many frames";
  const pixelsMax = pixelLimits[encodingOf(head)];
  return width * height > pixelsMax || Math.max(width, height) > sideMax ? "too many pixels" : null;
}

function encodingOf({ format, isProgressive, depth, channels }: Metadata): keyof typeof pixelLimits {
  const isDeep = depth !== "uchar";
  if (format === "heif") return isDeep ? "deepAvif" : "avif";
  if (format === "gif" || format === "webp") return format;
  if (format === "png" && isDeep) return isProgressive ? "interlacedDeepPng" : "deepPng";
  if (!isProgressive) return "lines";
  if (format === "png") return "interlacedPng";
  return channels > 3 ? "progressiveCmykJpeg" : "progressiveJpeg";
}

type Raw = Awaited<ReturnType<typeof toRaw>>;

function toRaw(image: Sharp) {
  return image.raw().toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info }: Raw): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const webpSettings = { quality: 82, effort: 3 } as const;
const insideMaster: ResizeOptions = { width: masterSideMax, height: masterSideMax, fit: "inside" };

function isOnItsSide({ orientation = 1 }: Metadata): boolean {
  return orientation >= 5;
}

/** The size of the largest stored width, before the image is turned upright. */
function widest(head: Metadata): ResizeOptions {
  return isOnItsSide(head) ? { height: imageWidthMax } : { width: imageWidthMax };
}

/** The width that the master of an upright image has. */
function masterWidthOf(head: Metadata): number {
  const { width, height } = head;
  return (isOnItsSide(head) ? height : width) * Math.min(1, masterSideMax / Math.max(width, height));
}

/**
 * The first frame of an image, scaled down to a size, upright by its EXIF orientation.
 * Turned after it was scaled down: turning the source would hold all its pixels in memory.
 */
async function decodeUpright(source: Uint8Array, { orientation = 1 }: Metadata, size: ResizeOptions): Promise<Raw> {
  const small = await toRaw(sharp(source, { limitInputPixels: false }).resize({ ...size, withoutEnlargement: true }));
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const degrees = [0, 0, 180, 180, 270, 90, 90, 270][orientation - 1] ?? 0;
  return isMirrored || degrees > 0 ? toRaw(fromRaw(small).flop(isMirrored).rotate(degrees)) : small;
}

async function encodeWidths(decoded: Raw): Promise<EncodedWidth[]> {
  const images: EncodedWidth[] = [];
  for (const width of imageWidths) images.push(await encodeWidth(decoded, width));
  return images;
}

async function encodeWidth(decoded: Raw, width: ImageWidth): Promise<EncodedWidth> {
  const scaled = await toRaw(fromRaw(decoded).resize({ width, withoutEnlargement: true }));
  const webp = await fromRaw(scaled)
    .webp({ ...webpSettings, ...(width < 100 ? { quality: 40 } : {}) })
    .toBuffer();
  const hasRoom = scaled.info.width * scaled.info.height <= avifPixelsMax;
  const avif = hasAvif(width) && hasRoom ? await encodeAvif(scaled) : null;
  return { webp, avif: avif !== null && avif.length < webp.length ? avif : null };
}

/**
 * As similar to the source as WebP of quality 82, by SSIM and PSNR: see bench/README.md. An image for
 * which memory does not suffice is served as WebP alone.
 */
function encodeAvif(scaled: Raw): Promise<Uint8Array | null> {
  return fromRaw(scaled)
    .avif({ quality: 64, effort: 1, tune: "psnr", chromaSubsampling: "4:2:0" })
    .toBuffer()
    .catch(() => null);
}
