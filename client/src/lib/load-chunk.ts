import { files, parts } from "virtual:part-files";
import { chunkTimeoutMs } from "@shop/shared/shop";
import { checkRelease } from "./release.ts";

/** How long a failed attempt waits for the next, in milliseconds. */
const retryDelayMs = 400;

/** A chunk could not be loaded, even though its files could: only a new page loads it. */
export class BrokenChunkError extends Error {
  override readonly name = "BrokenChunkError";
}

/**
 * Loads the chunk of the module with this file name, with one retry. Throws after `chunkTimeoutMs`. Before it throws,
 * it finds out whether the server has a newer release, which lacks the chunk.
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  const attempt = async (): Promise<T> => {
    // A browser may never request a module or a preload again that failed once; it does request what is fetched.
    await Promise.all((parts[name] ?? []).flatMap((index) => downloadFile(files[index])));
    try {
      return await load();
    } catch (cause) {
      throw new BrokenChunkError(`The chunk of ${name} could not be loaded`, { cause });
    }
  };
  try {
    return await inTime(attempt().catch(() => delay(retryDelayMs).then(attempt)));
  } catch (error) {
    await checkRelease();
    throw error;
  }
}

const downloads = new Map<string, Promise<void>>();

/** Downloads a file into the browser's cache, once. */
function downloadFile(file: string | undefined): Promise<void>[] {
  if (file === undefined) return [];
  const address = `/${file}`;
  const known = downloads.get(address);
  if (known !== undefined) return [known];
  // Such a link is part of the page.
  if (document.querySelector(`link[href="${address}"]`) !== null) return [];
  const download = fetchFile(address);
  downloads.set(address, download);
  download.catch(() => downloads.delete(address));
  return [download];
}

async function fetchFile(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(chunkTimeoutMs) });
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  await response.arrayBuffer();
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Time-out")), chunkTimeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));
