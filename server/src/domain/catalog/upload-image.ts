import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { type ImageFault, imageAddress, removeImage, storeUploadedImage } from "../../infra/images.ts";
import type { Storage } from "../../infra/storage.ts";
import type { Admin } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { DomainError } from "../errors.ts";

const messages: Record<ImageFault, string> = {
  "not an image": "The file must be a JPEG, PNG, WebP, AVIF or GIF picture",
  broken: "The picture is damaged and cannot be read",
  "too many pixels": "The picture is too large. At most 40 megapixels and 16,383 pixels a side, please.",
  "too many frames": "The picture has too many frames",
};

/**
 * Stores an uploaded image under a new id and returns the path under which it
 * is served. Fails with VALIDATION when the content is not an image or exceeds
 * the limits.
 */
export async function uploadImage(
  { db, storage }: { db: Db; storage: Storage },
  admin: Admin,
  content: Buffer,
): Promise<string> {
  const id = uuidv7();
  const fault = await storeUploadedImage(content, id, storage);
  if (fault !== null) {
    const message = messages[fault];
    throw new DomainError("VALIDATION", message, { errors: [{ path: "image", message }] });
  }
  const path = imageAddress(id);
  try {
    await recordAct(db, admin, { act: "uploaded", entity: "picture", entityId: id, subject: path });
  } catch (error) {
    await removeImage(id, storage);
    throw error;
  }
  return path;
}
