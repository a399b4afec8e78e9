import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Kilobytes (1,000 bytes) of gzip. */
export type Size = { js: number; css: number };

/** The size of a part: the total for Home, the additional files for every other part. */
export type Part = { part: string; size: Size };

/** The limits of Home, of some parts by the names of their entries in the build's manifest, and of each other part. */
export type SizeLimits = { home: Size; parts: Readonly<Record<string, Size>>; others: Size };

/** The limit of a part. */
export function limitOf(part: string, { home, parts, others }: SizeLimits): Size {
  return part === "home" ? home : (parts[part] ?? others);
}

type Chunk = {
  name: string;
  file: string;
  isEntry: boolean;
  isDynamicEntry: boolean;
  imports: string[];
  css: string[];
};

/** Measures the built client's Home and every part that is loaded on demand. */
export async function measureSizes(clientDist: string): Promise<Part[]> {
  const chunks = readManifest(JSON.parse(await readFile(join(clientDist, ".vite/manifest.json"), "utf8")));
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const size =
      sizes.get(file) ??
      readFile(join(clientDist, file)).then((content) => gzipSync(content, { level: 9 }).length / 1_000);
    sizes.set(file, size);
    return size;
  };
  const total = async (files: string[], suffix: string) => {
    const found = await Promise.all(files.filter((file) => file.endsWith(suffix)).map(sizeOf));
    return found.reduce((sum, size) => sum + size, 0);
  };
  const entry = [...chunks].find(([, chunk]) => chunk.isEntry)?.[0];
  if (entry === undefined) throw new Error("The built client has no entry");
  const home = filesOf(chunks, entry);
  const parts = [...chunks]
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([key, { name }]) => ({ part: name, files: [...filesOf(chunks, key)].filter((file) => !home.has(file)) }));
  return Promise.all(
    [{ part: "home", files: [...home] }, ...parts.toSorted((a, b) => (a.part < b.part ? -1 : 1))].map(
      async ({ part, files }) => ({ part, size: { js: await total(files, ".js"), css: await total(files, ".css") } }),
    ),
  );
}

/** Describes parts above their limit, and limits without a part; one sentence each. */
export function compareSizes(parts: Part[], limits: SizeLimits): string[] {
  const known = new Set(parts.map(({ part }) => part));
  const gone = Object.keys(limits.parts).filter((part) => !known.has(part));
  return [
    ...parts.flatMap(({ part, size }) => {
      const limit = limitOf(part, limits);
      return (["js", "css"] as const)
        .filter((kind) => size[kind] > limit[kind])
        .map((kind) => `${part}: ${size[kind].toFixed(1)} KB of ${kind.toUpperCase()}, limit ${limit[kind]} KB`);
    }),
    ...gone.map((part) => `${part} has a limit and is not in the build`),
  ];
}

/** A chunk's file and styles, and those of its static imports. */
function filesOf(chunks: Map<string, Chunk>, key: string, found = new Set<string>()): Set<string> {
  const chunk = chunks.get(key);
  if (chunk === undefined || found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...chunk.css]) found.add(file);
  for (const next of chunk.imports) filesOf(chunks, next, found);
  return found;
}

function readManifest(manifest: unknown): Map<string, Chunk> {
  const toStrings = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return new Map(
    Object.entries(Object(manifest)).map(([key, value]) => {
      const read = (name: string): unknown => Reflect.get(Object(value), name);
      return [
        key,
        {
          name: String(read("name") ?? key),
          file: String(read("file")),
          isEntry: read("isEntry") === true,
          isDynamicEntry: read("isDynamicEntry") === true,
          imports: toStrings(read("imports")),
          css: toStrings(read("css")),
        },
      ];
    }),
  );
}
