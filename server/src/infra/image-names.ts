import { type ImageWidth, imageAt, imageWidthMax, masterAt, masterSideMax } from "@shop/shared/image";

/** The address of a stored image; the addresses of its widths derive from it. */
export function imageAddress(id: string): string {
  return `/uploads/${id}.webp`;
}

/** The name of the file that holds one width of an image as WebP. */
export function webpName(id: string, width: ImageWidth): string {
  return imageAt(imageAddress(id), width).slice("/uploads/".length);
}

/** The name of the file that holds the master of an image. */
export function masterName(id: string): string {
  return masterAt(imageAddress(id)).slice("/uploads/".length);
}

const master = new RegExp(`^([0-9a-f-]{36})-${masterSideMax}\\.webp$`);

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
