import { address as listAddress } from "virtual:part-files";
import { chunkTimeoutMs } from "@shop/shared/shop";
import { delay } from "./delay.ts";
import { checkRelease } from "./release.ts";

/** How long a failed attempt waits for the next, in milliseconds. */
const retryDelayMs = 400;
/** How long the first request for a file may take, in milliseconds. One that hangs is made again, without this limit. */
const firstRequestMs = 20_000;

/** The built files that are loaded on demand and, for each module that is, the indices of its files. */
type PartFiles = { files: readonly string[]; parts: Readonly<Record<string, readonly number[]>> };

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
    if (listAddress !== undefined && !isLinked(name)) await downloadFiles(name, await readPartFiles(listAddress));
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

/** Whether the page links the files of the chunk, as it does for the screen that the server has rendered. */
const isLinked = (name: string) => document.querySelector(`link[href^="/static/js/${name}-"]`) !== null;

/** A browser may never request a module or a preload again that failed once; it does request what is fetched. */
async function downloadFiles(name: string, { files, parts }: PartFiles): Promise<void> {
  // A slow phone needs milliseconds to begin a download, and a page has dozens: each begins in a task of its own.
  await Promise.all((parts[name] ?? []).map((index) => delay(0).then(() => downloadFile(files[index]))));
}

let partFiles: Promise<PartFiles> | undefined;

function readPartFiles(address: string): Promise<PartFiles> {
  if (partFiles === undefined) {
    partFiles = fetchFile(`/${address}`, (response) => response.json());
    partFiles.catch(() => {
      partFiles = undefined;
    });
  }
  return partFiles;
}

/** Loads the list of the chunks' files before a chunk is needed. */
export function preloadPartFiles(): void {
  if (listAddress !== undefined) readPartFiles(listAddress).catch(() => undefined);
}

const downloads = new Map<string, Promise<unknown>>();

/** Downloads a file into the browser's cache, once. */
function downloadFile(file: string | undefined): Promise<unknown> | undefined {
  if (file === undefined) return undefined;
  const address = `/${file}`;
  const known = downloads.get(address);
  if (known !== undefined) return known;
  // Such a link is part of the page.
  if (document.querySelector(`link[href="${address}"]`) !== null) return undefined;
  const download = fetchFile(address, (response) => response.arrayBuffer());
  downloads.set(address, download);
  download.catch(() => downloads.delete(address));
  return download;
}

const failedFiles = new Set<string>();

async function fetchFile<T>(address: string, read: (response: Response) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(failedFiles.has(address) ? chunkTimeoutMs : firstRequestMs);
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
    return await read(response);
  } catch (error) {
    failedFiles.add(address);
    throw error;
  }
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
