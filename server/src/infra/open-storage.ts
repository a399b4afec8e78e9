import { mkdir } from "node:fs/promises";
import { clearUnfinished, openFolder, type Storage, type StorageSettings } from "./storage.ts";

/**
 * Opens what the settings name. Fails when an object store answers but does
 * not let us in; one that cannot be reached is warned of, and asked again with
 * every call.
 */
export async function openStorage(settings: StorageSettings, warn: (line: string) => void): Promise<Storage> {
  if (settings.kind === "bucket") {
    // The store's library is as large as the rest of the server, and most shops need none of it.
    const { openBucket } = await import("./storage-bucket.ts");
    return openBucket(settings, warn);
  }
  await mkdir(settings.folder, { recursive: true });
  await clearUnfinished(settings.folder);
  return openFolder(settings.folder);
}
