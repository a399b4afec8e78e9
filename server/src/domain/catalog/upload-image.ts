import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { imageAddress } from "../../infra/image-names.ts";
import type { ImageFault } from "../../infra/image-process.ts";
import { imageTimeoutMs, removeImage, type StoreOptions, storeImage } from "../../infra/images.ts";
import { isDiskFull, type Storage } from "../../infra/storage.ts";
import type { Editor } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";

/** Longer than decoding and storing an image takes, in milliseconds. */
export const processingTimeoutMs = imageTimeoutMs + 15_000;

/** Why an image is refused, for the admin. */
export const imageFaultMessages: Record<ImageFault, string> = {
  "not an image": "The file must be a JPEG, PNG, WebP, AVIF or GIF picture",
  broken: "The picture is damaged and cannot be read",
  "too many pixels":
    "The picture is too large. At most 40 megapixels (progressive JPEG 28, GIF 30, AVIF 10; less with 16 bits a channel) and 16,383 pixels a side, please.",
  "too many frames": "The picture has too many frames",
  "too much to decode": "The picture takes too much memory or time to decode. Please save it smaller or as a JPEG.",
};

/**
 * Stores an uploaded image under its id, or `photoFiles`, and returns the size of its files in bytes. Fails with VALIDATION
 * when the content is not an image or exceeds the limits, and with UNAVAILABLE when the disk is full. When it fails or the
 * signal aborts, nothing stays stored.
 */
export async function storeUpload(
  storage: Storage,
  id: string,
  content: Buffer,
  options: StoreOptions,
): Promise<number> {
  const stored = await storeImage(content, id, storage, options).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    const message = "The picture cannot be stored, because the shop's disk is full";
    throw new DomainError("UNAVAILABLE", message, { cause: error });
  });
  if ("bytes" in stored) return stored.bytes;
  const message = imageFaultMessages[stored.fault];
  throw new DomainError("VALIDATION", message, { errors: [{ path: "image", message }] });
}

/** Whoever may put images somewhere: into products, pages or the look of the shop. */
export type Uploader = Editor<"products.write"> | Editor<"content.write"> | Editor<"settings.write">;

export function isUploader(caller: Editor<never>): caller is Uploader {
  return (["products.write", "content.write", "settings.write"] as const).some((each) => caller.permissions.has(each));
}

/** Stores an admin's image as `storeUpload` does, and returns the path under which it is served. */
export async function uploadImage(
  { db, storage }: { db: Db; storage: Storage },
  admin: Uploader,
  content: Buffer,
  signal?: AbortSignal,
): Promise<string> {
  const id = uuidv7();
  await storeUpload(storage, id, content, { withMaster: true, signal });
  const path = imageAddress(id);
  try {
    await recordAct(db, admin, { act: "uploaded", entity: "picture", entityId: id, subject: path });
  } catch (error) {
    await removeImage(id, storage);
    throw error;
  }
  return path;
}
