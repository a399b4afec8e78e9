import { imageIdOf } from "../catalog/image.ts";

/** The owner's logo as PNG, for programs of mail that know no WebP; `undefined` without one. */
export function mailLogoPath(logo: string | undefined): string | undefined {
  const id = imageIdOf(logo ?? "");
  return id === undefined ? undefined : `/logo/${id}.png`;
}

/** The owner's logo on a background of the size that previews of links have; `undefined` without one. */
export function sharePath(logo: string | undefined): string | undefined {
  const id = imageIdOf(logo ?? "");
  return id === undefined ? undefined : `/logo/${id}-share.png`;
}
