/** Widths in pixels in which every stored picture exists; the largest is the picture's own address. */
export const imageWidths = [32, 160, 320, 640, 960] as const;
export type ImageWidth = (typeof imageWidths)[number];
export const imageWidthMax = 960;

/** The address of the drawing that stands where a product has no picture yet. */
export const noImage = "/static/no-picture.svg";

/** Whether a product has a picture of its own. */
export function isPictured(image: string): boolean {
  return image !== "" && image !== noImage;
}

const stored = /^\/uploads\/([0-9a-f-]{36})\.webp$/;

/** How wide a product's own page shows its picture. The server starts loading it with the same words. */
export const productImageSizes = "(min-width: 75em) 600px, (min-width: 48em) 50vw, 74vw";

/** The id of a stored picture, `undefined` for any other address. */
export function imageIdOf(image: string): string | undefined {
  return stored.exec(image)?.[1];
}

/** Address of one width of a stored picture, or the address unchanged when it is not one of ours. */
export function imageAt(image: string, width: ImageWidth): string {
  const id = imageIdOf(image);
  if (id === undefined || width === imageWidthMax) return image;
  return `/uploads/${id}-${width}.webp`;
}

/** `srcset` for a stored picture; `undefined` when only one size of it exists. */
export function imageSet(image: string): string | undefined {
  if (!stored.test(image)) return undefined;
  return imageWidths
    .filter((width) => width >= 160)
    .map((width) => `${imageAt(image, width)} ${width}w`)
    .join(", ");
}
