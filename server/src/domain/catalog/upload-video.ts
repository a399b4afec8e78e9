import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { videoAddress, videoName } from "../../infra/image-names.ts";
import { isDiskFull, type Storage } from "../../infra/storage.ts";
import { storeVideo, type VideoFault } from "../../infra/videos.ts";
import type { Editor } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";

const faultMessages: Record<VideoFault, string> = {
  "not an MP4": "The file must be an MP4 video",
  "no picture": "The video has no picture",
  "a codec that browsers lack": "Browsers do not play this video. Please save it as an MP4 with H.264.",
  "too much structure": "The video cannot be read. Please save it again as an MP4 with H.264.",
};

/**
 * Stores an admin's video and returns the path under which it is served. Fails with VALIDATION when the content is not an
 * MP4 that browsers play, and with UNAVAILABLE when the disk is full. When it fails, nothing stays stored.
 */
export async function uploadVideo(
  { db, storage }: { db: Db; storage: Storage },
  admin: Editor<"products.write">,
  content: AsyncIterable<Buffer>,
): Promise<string> {
  const id = uuidv7();
  const stored = await storeVideo(content, id, storage).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    const message = "The video cannot be stored, because the shop's disk is full";
    throw new DomainError("UNAVAILABLE", message, { cause: error });
  });
  if (stored !== "stored") {
    const message = faultMessages[stored.fault];
    throw new DomainError("VALIDATION", message, { errors: [{ path: "video", message }] });
  }
  const path = videoAddress(id);
  try {
    await recordAct(db, admin, { act: "uploaded", entity: "video", entityId: id, subject: path });
  } catch (error) {
    await storage.remove(videoName(id));
    throw error;
  }
  return path;
}
