import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Entry, readArchive } from "./archive.ts";
import { BackupError, damaged } from "./error.ts";
import { folderOf, type Manifest, manifestName, manifestSchema } from "./manifest.ts";

const decompress = promisify(gunzip);

/**
 * Reads a whole backup and compares it with its manifest: every entry's digest, and the rows of
 * every table. Throws a BackupError if anything differs.
 */
export async function verifyBackup(path: string, key: string | undefined): Promise<Manifest> {
  const found: Manifest["entries"] = [];
  const lines = new Map<string, number>();
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(path, key)) {
    if (entry.name === manifestName) {
      manifest = readManifest(entry);
      continue;
    }
    found.push(describe(entry));
    if (!entry.name.startsWith("tables/")) continue;
    const folder = entry.name.slice(0, entry.name.lastIndexOf("/") + 1);
    lines.set(folder, (lines.get(folder) ?? 0) + countLines(await rowsIn(entry)));
  }
  if (manifest === undefined) throw new BackupError("This is not a backup of a shop");
  const isWhole =
    found.length === manifest.entries.length &&
    manifest.entries.every((listed, place) => {
      const at = found[place];
      return at?.name === listed.name && at.bytes === listed.bytes && at.sha256 === listed.sha256;
    }) &&
    manifest.database.tables.every(({ name, rows }) => (lines.get(folderOf(name)) ?? 0) === rows);
  if (!isWhole) throw new BackupError("This backup does not hold what it says it does");
  return manifest;
}

/** The manifest's description of an entry. */
function describe({ name, content }: Entry): Manifest["entries"][number] {
  return { name, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

function readManifest({ content }: Entry): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(content.toString("utf8")));
  } catch {
    throw new BackupError("This backup was written by a release of the shop that this one does not understand");
  }
}

/** The rows of an entry in PostgreSQL's text format, one per line. */
export async function rowsIn({ content }: Entry): Promise<Buffer> {
  return decompress(content).catch(() => {
    throw damaged();
  });
}

function countLines(rows: Buffer): number {
  let count = 0;
  for (let at = rows.indexOf(0x0a); at >= 0; at = rows.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
