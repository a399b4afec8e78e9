import { type ImageWidth, imageWidthMax, masterSideMax } from "@shop/shared/catalog/image";

/** The address of a stored image; the addresses of its widths derive from it. */
export function imageAddress(id: string): string {
  return `/uploads/${id}.webp`;
}

/** The address of a review's photo, which is not public by itself. */
export function photoAddress(id: string): string {
  return `/uploads/reviews/${id}.webp`;
}

/** What the files of a review's photo are stored under instead of its id, so that no public address leads to them. */
export function photoFiles(id: string): string {
  return `review-${id}`;
}

/** The name of the file that holds one width of an image as WebP, by its id or `photoFiles`. */
export function webpName(id: string, width: ImageWidth): string {
  return width === imageWidthMax ? `${id}.webp` : `${id}-${width}.webp`;
}

/** The address of a stored video. */
export function videoAddress(id: string): string {
  return `/uploads/${videoName(id)}`;
}

/** The name of the file that holds a video. */
export function videoName(id: string): string {
  return `${id}.mp4`;
}

/** The name of the file that holds the master of an image. */
export function masterName(id: string): string {
  return `${id}-${masterSideMax}.webp`;
}

const master = new RegExp(`^((?:review-)?[0-9a-f-]{36})-${masterSideMax}\\.webp$`);

/** The name of the largest width of an image, by the name of its master; `undefined` for other names. */
export function widestNameOf(name: string): string | undefined {
  const [, id] = master.exec(name) ?? [];
  return id === undefined ? undefined : webpName(id, imageWidthMax);
}

/** The widths that lists and product pages show. Smaller ones gain nothing, and larger ones take long to encode. */
const avifWidths: readonly ImageWidth[] = [320, 640];

/** Whether a width is stored as AVIF too, when that is smaller. */
export function hasAvif(width: ImageWidth): boolean {
  return avifWidths.includes(width);
}

const withAvif = new RegExp(`^([\\w-]+-(?:${avifWidths.join("|")}))\\.webp$`);

/** The name of the AVIF beside a WebP file; `undefined` for widths that have none. */
export function avifNameOf(webp: string): string | undefined {
  const [, stem] = withAvif.exec(webp) ?? [];
  return stem === undefined ? undefined : `${stem}.avif`;
}
