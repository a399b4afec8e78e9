import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Bytes of gzip that a first visit to Home loads. */
export type FirstDownload = { js: number; css: number };

/** What a first visit to Home may load at most, in kilobytes (1,000 bytes) of gzip. */
export const firstDownloadLimits = { js: 180, css: 30 };

type Chunk = {
  file: string;
  src: string;
  isEntry: boolean;
  imports: string[];
  css: string[];
};

/** Home's own screen: loaded in the moment the entry has run, should it ever leave the entry's own chunk. */
const homeScreen = /pages\/home(-page)?\.tsx$/i;

/**
 * Measures all chunks that the entry reaches by static imports, and those of
 * Home's screen. Answers `undefined` where no client has been built.
 */
export async function measureFirstDownload(clientDist: string): Promise<FirstDownload | undefined> {
  const text = await readFile(join(clientDist, ".vite/manifest.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const chunks = readManifest(JSON.parse(text));
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...chunks].filter(([, chunk]) => chunk.isEntry || homeScreen.test(chunk.src)).map(([key]) => key);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = chunks.get(key);
    if (chunk === undefined || seen.has(key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...chunk.css]) files.add(file);
    waiting.push(...chunk.imports);
  }
  const sizeOf = async (suffix: string) => {
    const sizes = [...files]
      .filter((file) => file.endsWith(suffix))
      .map(async (file) => gzipSync(await readFile(join(clientDist, file)), { level: 9 }).length);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  return { js: await sizeOf(".js"), css: await sizeOf(".css") };
}

function readManifest(manifest: unknown): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  if (typeof manifest !== "object" || manifest === null) return chunks;
  for (const [key, value] of Object.entries(manifest)) {
    const read = (name: string): unknown => Reflect.get(value, name);
    chunks.set(key, {
      file: String(read("file")),
      src: String(read("src") ?? ""),
      isEntry: read("isEntry") === true,
      imports: toStrings(read("imports")),
      css: toStrings(read("css")),
    });
  }
  return chunks;
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
