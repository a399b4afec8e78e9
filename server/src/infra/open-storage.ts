import { mkdir } from "node:fs/promises";
import { clearUnfinished, openFolder, type Storage, type StorageSettings } from "./storage.ts";

/**
 * Opens the configured storage. Fails if an object store refuses access. If it cannot be reached,
 * logs a warning; each call tries it again.
 */
export async function openStorage(settings: StorageSettings, warn: (line: string) => void): Promise<Storage> {
  if (settings.kind === "bucket") {
    // Loaded on demand: the S3 client is as large as the rest of the server, and most shops do not use it.
    const { openBucket } = await import("./storage-bucket.ts");
    return openBucket(settings, warn);
  }
  await mkdir(settings.folder, { recursive: true });
  await clearUnfinished(settings.folder);
  return openFolder(settings.folder);
}
