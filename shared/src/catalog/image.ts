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

/** Photos of reviews have a folder of their own, because they are served only while their review is shown. */
const stored = /^(\/uploads\/(?:reviews\/)?([0-9a-f-]{36}))\.webp$/;

/** The `sizes` attribute of the image on the product page. The server's preload must use the same value. */
export const productImageSizes = "(min-width: 48em) 52vw, 74vw";

/** The same for the featured products on Home. */
export const featuredImageSizes = "(min-width: 75em) 512px, (min-width: 48em) calc(50vw - 24px), calc(45vw - 21px)";

/** The id of a stored image; `undefined` for any other address. */
export function imageIdOf(image: string): string | undefined {
  return stored.exec(image)?.[2];
}

/** The address of one width of a stored image; other addresses are returned unchanged. */
export function imageAt(image: string, width: ImageWidth): string {
  return width === imageWidthMax ? image : image.replace(stored, `$1-${width}.webp`);
}

/**
 * The address of the master of a stored image, under which the largest width is served if there is none; other addresses
 * are returned unchanged.
 */
export function masterAt(image: string): string {
  return image.replace(stored, `$1-${masterSideMax}.webp`);
}

/** The `srcset` of a stored image over the whole screen; `undefined` for other addresses. */
export function fullScreenSet(image: string): string | undefined {
  return stored.test(image) ? `${image} ${imageWidthMax}w, ${masterAt(image)} ${masterSideMax}w` : undefined;
}

/** The `srcset` of a stored image that can fill half of a wide screen; `undefined` for other addresses. */
export function wideImageSet(image: string): string | undefined {
  const set = imageSet(image);
  return set === undefined ? undefined : `${set}, ${masterAt(image)} ${masterSideMax}w`;
}

/** The `srcset` of a stored image; `undefined` for other addresses. */
export function imageSet(image: string): string | undefined {
  if (!stored.test(image)) return undefined;
  return imageWidths
    .filter((width) => width >= 160)
    .map((width) => `${imageAt(image, width)} ${width}w`)
    .join(", ");
}
