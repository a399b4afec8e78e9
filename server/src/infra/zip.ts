import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { normalized } from "@shop/shared/normalized";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";

/** Why a ZIP is refused, in a sentence. */
export class ZipProblem extends Error {
  override readonly name = "ZipProblem";
}

/** A file of a ZIP. The path is a name to compare, in lower case, and no path of this machine. */
export type ZipEntry = { path: string; bytes: number; crc32: number };

export type Zip = {
  entries: readonly ZipEntry[];
  /** The content of a file; fails with a ZipProblem if there is none, or if it is damaged or larger than `bytesMax`. */
  read: (path: string, bytesMax: number) => Promise<Buffer>;
  close: () => void;
};

/** The bytes from `start` to before `end`. */
export type ReadRange = (start: number, end: number) => AsyncIterable<Buffer>;

const entriesMax = 20_000;
const pathLength = 300;
/** A name shortens to a fourth at most when its marks are combined, which takes time with the square of its length. */
const rawPathLength = pathLength * 4;
/** What the directory may have beside each name, such as comments, in bytes. */
const extrasMax = 4_096;
/** The directory is read in pieces of at most as many bytes. */
const windowBytes = 262_144;
/** Images hardly shrink: what grows more was made to fill memories. */
const ratioMax = 100;
/** Small files may grow as they like. */
const ratioFromBytes = 1_048_576;
const [stored, deflated] = [0, 8];

/** Small ranges that follow each other, as those of the directory do, are cut out of one piece. */
class RangeReader extends RandomAccessReader {
  private window = { start: 0, content: Buffer.alloc(0) };
  constructor(
    private readonly range: ReadRange,
    private readonly size: number,
  ) {
    super();
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const content = end - start > windowBytes / 2 ? this.range(start, end) : this.readSmall(start, end);
    return Readable.from(content, { objectMode: false });
  }
  private async *readSmall(start: number, end: number): AsyncGenerator<Buffer> {
    const isThere = start >= this.window.start && end <= this.window.start + this.window.content.length;
    if (!isThere) {
      const parts: Buffer[] = [];
      for await (const part of this.range(start, Math.min(this.size, start + windowBytes))) parts.push(part);
      this.window = { start, content: Buffer.concat(parts) };
    }
    yield this.window.content.subarray(start - this.window.start, end - this.window.start);
  }
}

/** How names are compared: in one case and Unicode form, whichever system wrote them. */
export function zipPathOf(name: string): string {
  return normalized(name, "NFC")
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^(\.?\/)+/, "");
}

/**
 * Lists the files of a ZIP from its directory; contents are read later, one at a time. Fails with a ZipProblem for what is
 * no ZIP, damaged, encrypted, nested, or made to fill memories: too many files, files that share bytes, or that grow too much.
 */
export async function openZip(read: ReadRange, size: number): Promise<Zip> {
  const file = await fromRandomAccessReaderPromise(new RangeReader(read, size), size, { autoClose: false }).catch(
    toProblem,
  );
  try {
    const found = await listEntries(file, size);
    return {
      entries: [...found.values()].map(({ listed }) => listed),
      read: (path, bytesMax) => readEntry(file, found.get(path)?.entry, bytesMax),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    return toProblem(error);
  }
}

/** Whatever the library says of a file that comes from outside is a fault of the file. */
function toProblem(error: unknown): never {
  if (error instanceof ZipProblem) throw error;
  const reason = error instanceof Error ? error.message : "it cannot be read";
  throw new ZipProblem(`This is no ZIP that can be read: ${reason.slice(0, 200)}.`);
}

async function listEntries(file: ZipFile, size: number): Promise<Map<string, { entry: Entry; listed: ZipEntry }>> {
  const tooMany = `The ZIP has more than ${entriesMax.toLocaleString("en-US")} files.`;
  if (file.entryCount > entriesMax) throw new ZipProblem(tooMany);
  const found = new Map<string, { entry: Entry; listed: ZipEntry }>();
  let count = 0;
  let [compressed, uncompressed] = [0, 0];
  for await (const entry of file.eachEntry()) {
    count += 1;
    compressed += entry.compressedSize;
    uncompressed += entry.uncompressedSize;
    if (count > entriesMax) throw new ZipProblem(tooMany);
    if (compressed > size) throw new ZipProblem("The files of the ZIP are larger than itself.");
    refuseLong(entry);
    const path = zipPathOf(entry.fileName);
    if (isIgnored(path)) continue;
    refuseEntry(entry, path);
    if (found.has(path)) throw new ZipProblem(`The ZIP has two files named “${path}”.`);
    found.set(path, { entry, listed: { path, bytes: entry.uncompressedSize, crc32: entry.crc32 } });
  }
  if (uncompressed > ratioFromBytes && uncompressed > ratioMax * size) throw new ZipProblem(growing("The ZIP"));
  return found;
}

/** Folders, and what systems put beside the files. */
function isIgnored(path: string): boolean {
  return path.endsWith("/") || path.startsWith("__macosx/") || /(^|\/)(\.[^/]*|thumbs\.db|desktop\.ini)$/.test(path);
}

const growing = (what: string) => `${what} grows too much when it is unpacked.`;

const badName = "The ZIP has a file whose name is too long or cannot be stored.";

/** Before anything is made of the name: what costs more than in proportion is bounded by its length. */
function refuseLong({ fileName, extraFieldLength, fileCommentLength }: Entry): void {
  if (fileName.length > rawPathLength) throw new ZipProblem(badName);
  if (extraFieldLength + fileCommentLength > extrasMax) {
    throw new ZipProblem("The ZIP has a file with too much beside its name. Please make a plain ZIP.");
  }
}

function refuseEntry(entry: Entry, path: string): void {
  const { compressionMethod, compressedSize, uncompressedSize } = entry;
  if (path.length > pathLength || path.includes("\u0000") || !path.isWellFormed()) throw new ZipProblem(badName);
  if (/\.(zip|jar|7z|rar|tar|t?gz|t?bz2?|t?xz|zst)$/.test(path)) {
    throw new ZipProblem(`“${path}” is an archive within the ZIP. Please put the images into the ZIP itself.`);
  }
  if (entry.isEncrypted()) throw new ZipProblem("The ZIP is encrypted. Please send one without a password.");
  if (compressionMethod !== stored && compressionMethod !== deflated) {
    throw new ZipProblem(`“${path}” is packed in an unusual way. Please make a plain ZIP.`);
  }
  if (uncompressedSize > ratioFromBytes && uncompressedSize > ratioMax * compressedSize) {
    throw new ZipProblem(growing(`“${path}”`));
  }
}

async function readEntry(file: ZipFile, entry: Entry | undefined, bytesMax: number): Promise<Buffer> {
  if (entry === undefined) throw new ZipProblem("The ZIP has no such file");
  const tooLarge = `The image is larger than ${bytesMax / 1_048_576} MB`;
  if (entry.uncompressedSize > bytesMax) throw new ZipProblem(tooLarge);
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    const stream = await file.openReadStreamPromise(entry);
    for await (const part of stream) {
      if (!Buffer.isBuffer(part)) throw new ZipProblem("The image in the ZIP is damaged");
      bytes += part.length;
      // The declared size may be a lie.
      if (bytes > bytesMax) throw new ZipProblem(tooLarge);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof ZipProblem) throw error;
    throw new ZipProblem("The image in the ZIP is damaged");
  }
  const content = Buffer.concat(parts);
  if (crc32(content) !== entry.crc32) throw new ZipProblem("The image in the ZIP is damaged");
  return content;
}
