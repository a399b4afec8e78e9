/** The stored widths of an image in pixels; the image's own address serves the largest. */
export const imageWidths = [32, 160, 320, 640, 960] as const;
export type ImageWidth = (typeof imageWidths)[number];
export const imageWidthMax = 960;
/**
 * The longest side of an image's master in pixels, which full screen shows. Only images that are wider than the largest
 * width have one.
 */
export const masterSideMax = 1600;

/** The address of the placeholder for products without an image. */
export const noImage = "/static/no-picture.svg";

/** Whether a product has an image of its own. */
export function hasOwnImage(image: string): boolean {
  return image !== "" && image !== noImage;
}

const stored = /^\/uploads\/([0-9a-f-]{36})\.webp$/;

/** The `sizes` attribute of the image on the product page. The server's preload must use the same value. */
export const productImageSizes = "(min-width: 75em) 600px, (min-width: 48em) 50vw, 74vw";

/** The same for the featured products on Home. */
export const featuredImageSizes = "(min-width: 75em) 512px, (min-width: 48em) calc(50vw - 24px), calc(45vw - 21px)";

/** The id of a stored image; `undefined` for any other address. */
export function imageIdOf(image: string): string | undefined {
  return stored.exec(image)?.[1];
}

/** The address of one width of a stored image; other addresses are returned unchanged. */
export function imageAt(image: string, width: ImageWidth): string {
  const id = imageIdOf(image);
  if (id === undefined || width === imageWidthMax) return image;
  return `/uploads/${id}-${width}.webp`;
}

/**
 * The address of the master of a stored image, under which the largest width is served if there is none; other addresses
 * are returned unchanged.
 */
export function masterAt(image: string): string {
  const id = imageIdOf(image);
  return id === undefined ? image : `/uploads/${id}-${masterSideMax}.webp`;
}

/** The `srcset` of a stored image over the whole screen; `undefined` for other addresses. */
export function fullScreenSet(image: string): string | undefined {
  return stored.test(image) ? `${image} ${imageWidthMax}w, ${masterAt(image)} ${masterSideMax}w` : undefined;
}

/** The `srcset` of a stored image; `undefined` for other addresses. */
export function imageSet(image: string): string | undefined {
  if (!stored.test(image)) return undefined;
  return imageWidths
    .filter((width) => width >= 160)
    .map((width) => `${imageAt(image, width)} ${width}w`)
    .join(", ");
}
