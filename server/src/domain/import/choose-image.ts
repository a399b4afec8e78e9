import { imageSchema } from "@shop/shared/catalog/admin-catalog";
import type { RowWarning } from "@shop/shared/catalog/import";
import { moreImagesMax } from "@shop/shared/shop";
import type { CurrentProduct } from "./current-products.ts";
import type { FileProduct } from "./file-row.ts";
import { linesOf } from "./image-alts.ts";
import { isFetched, isInZip } from "./image-source.ts";
import { removedImage } from "./inline-images.ts";

export type ChosenImages = {
  image: string | undefined;
  moreImages: string[] | undefined;
  /** What they show, a line for each; nothing where the file does not say. */
  imageAlts: string | undefined;
  warnings: RowWarning[];
};

/** A row lists so many images that are ignored, each cut to a length. */
const listedMax = 10;
const aboutLength = 200;

/**
 * The images of a product: those that it can have, the first one and, where the file has several, the further ones. An
 * address that no product can have costs the image, which is listed, and not the product.
 */
export function chooseImages(
  { images, imageAlts }: Pick<FileProduct, "images" | "imageAlts">,
  current: CurrentProduct | undefined,
): ChosenImages {
  const warnings: RowWarning[] = [];
  const chosen: string[] = [];
  const alts: string[] = [];
  for (const [place, found] of images.entries()) {
    if (chosen.length > moreImagesMax) break;
    const image = usableImage(found, current);
    if (image === undefined) {
      if (warnings.length < listedMax) warnings.push({ kind: "image-ignored", about: aboutImage(found) });
      continue;
    }
    if (warnings.length < listedMax && /^https?:/i.test(image) && image !== current?.image && !hasExtension(image)) {
      warnings.push({ kind: "image-unclear", about: image.slice(0, aboutLength) });
    }
    if (chosen.includes(image)) continue;
    chosen.push(image);
    alts.push(imageAlts?.[place] ?? "");
  }
  const [image, ...moreImages] = chosen;
  return {
    image,
    moreImages: moreImages.length > 0 ? moreImages : undefined,
    imageAlts: imageAlts === undefined || chosen.length === 0 ? undefined : linesOf(alts),
    warnings,
  };
}

function usableImage(found: string, current: CurrentProduct | undefined): string | undefined {
  if (isInZip(found)) return found;
  if (found === current?.image) return imageSchema.safeParse(found).data;
  // An address that is fetched is checked as one that is stored, whatever its protocol.
  const isUsable = (address: string) =>
    imageSchema.safeParse(isFetched(address) ? address.replace(/^http:/i, "https:") : address).success;
  if (isUsable(found)) return found;
  const encoded = encodeAddress(found);
  return encoded !== undefined && isUsable(encoded) ? encoded : undefined;
}

/** The address with what browsers encode: blanks, quotes and bars. One that begins with `//` is an https address. */
function encodeAddress(address: string): string | undefined {
  const whole = address.startsWith("//") ? `https:${address}` : address;
  if (!/^https?:/i.test(whole) || !URL.canParse(whole)) return undefined;
  return new URL(whole).href.replaceAll("'", "%27").replaceAll("|", "%7C");
}

function hasExtension(address: string): boolean {
  return URL.canParse(address) && /\.(?:jpe?g|png|webp|gif|avif|heic|tiff?|bmp)$/i.test(new URL(address).pathname);
}

function aboutImage(image: string): string {
  if (image === removedImage) return "An image within the cell";
  return image.length > aboutLength ? `${image.slice(0, aboutLength)}…` : image;
}
