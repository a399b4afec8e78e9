import { zipSourcePrefix } from "@shop/shared/catalog/import";

/** The addresses of further images, a line for each. */
export function addressLines(images: readonly { image: string }[]): string {
  return images.map(({ image }) => image).join("\n");
}

/** Whether an image of a file is fetched later: by address, or from the ZIP. */
export function isFetched(image: string): boolean {
  return /^https?:/i.test(image) || isInZip(image);
}

/** Whether an image is one of the ZIP beside the file. */
export function isInZip(image: string): boolean {
  return image.startsWith(zipSourcePrefix);
}

/** An address, or a path on a drive; not what looks like an image of the ZIP, which a file cannot name. */
const address = /^(?!zip:)[a-z][a-z0-9+.-]*:/i;

/**
 * Whether the text of a file is the name of an image, rather than an address or a path of this shop. Without a ZIP beside
 * the file, words without an extension are no name.
 */
export function isFileName(text: string, { hasZip }: { hasZip: boolean }): boolean {
  if (text.startsWith("/") || address.test(text)) return false;
  return hasZip || /\.[a-z0-9]{2,5}$/i.test(text);
}

/** An image of a ZIP with its checksum and size, so that another one of the same name is a change. */
export function zipSourceOf({ path, bytes, crc32 }: { path: string; bytes: number; crc32: number }): string {
  return `${zipSourcePrefix}${crc32.toString(16)}-${bytes}:${path}`;
}

/** The path within the ZIP. */
export function zipPathOfSource(source: string): string {
  return source.slice(source.indexOf(":", zipSourcePrefix.length) + 1);
}
