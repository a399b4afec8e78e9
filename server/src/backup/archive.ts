import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import tar from "tar-stream";
import { BackupError, damaged } from "./error.ts";

/** A file within a backup. Entries fit into memory; large content is split into several. */
export type Entry = { name: string; content: Buffer };

type Chunks = AsyncIterable<Uint8Array>;

/** The prefix of secret keys, which can open backups; public keys can only write them. */
const secretKey = /^AGE-SECRET-KEY-/;

/** Whether a backup written with this key can be opened with it. */
export function canOpen(key: string | undefined): boolean {
  return key === undefined || secretKey.test(key);
}

/**
 * Writes entries into a new file: a tar archive followed by its SHA-256 and, with a key, encrypted
 * in age's format. The file is synced to disk when this returns. Returns the digest of the whole
 * file.
 */
export async function writeArchive(
  path: string,
  key: string | undefined,
  fill: (add: (entry: Entry) => Promise<void>) => Promise<void>,
): Promise<string> {
  const whole = createHash("sha256");
  const sealed = withDigest(packed(fill));
  const bytes = key === undefined ? sealed : encrypted(sealed, key);
  const counted = async function* () {
    for await (const chunk of bytes) {
      whole.update(chunk);
      yield chunk;
    }
  };
  // Readable by its owner only: a backup contains personal data.
  await pipeline(counted(), createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
  return whole.digest("hex");
}

/** The entries of a file, in order. Reading to the end verifies the file's digest. */
export async function* readArchive(path: string, key: string | undefined): AsyncGenerator<Entry> {
  try {
    const isOpen = !(await isEncrypted(path));
    const bytes = createReadStream(path, { highWaterMark: 262_144 });
    try {
      yield* unpacked(withoutDigest(isOpen ? bytes : decrypted(bytes, key)));
    } finally {
      bytes.destroy();
    }
  } catch (error) {
    throw toBackupError(error);
  }
}

/** The SHA-256 of a file. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) hash.update(chunk);
  return hash.digest("hex");
}

async function* packed(fill: (add: (entry: Entry) => Promise<void>) => Promise<void>): Chunks {
  const pack = tar.pack();
  const add = ({ name, content }: Entry) =>
    new Promise<void>((done, fail) => {
      const header = { name, size: content.length, mode: 0o600 };
      pack.entry(header, (error) => (error ? fail(error) : done())).end(content);
    });
  const filling = fill(add).then(
    () => pack.finalize(),
    (error: unknown) => {
      pack.destroy(error instanceof Error ? error : new Error(String(error)));
    },
  );
  try {
    for await (const chunk of pack) yield bytesIn(chunk);
  } finally {
    pack.destroy();
    await filling;
  }
}

/** A chunk of the tar library's stream. */
function bytesIn(chunk: unknown): Buffer {
  if (!Buffer.isBuffer(chunk)) throw new TypeError("a stream of bytes gave something else");
  return chunk;
}

async function* unpacked(bytes: Chunks): AsyncGenerator<Entry> {
  const extract = tar.extract();
  const feeding = pipeline(bytes, extract);
  // The error is also thrown by the entries, or after they end.
  feeding.catch(() => undefined);
  for await (const entry of extract) {
    const content: Buffer[] = [];
    for await (const chunk of entry) content.push(bytesIn(chunk));
    yield { name: entry.header.name, content: Buffer.concat(content) };
  }
  await feeding;
}

async function* withDigest(bytes: Chunks): Chunks {
  const hash = createHash("sha256");
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

const digestBytes = 32;

async function* withoutDigest(bytes: Chunks): Chunks {
  const hash = createHash("sha256");
  let held = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const known = Buffer.concat([held, chunk]);
    const certain = known.subarray(0, Math.max(0, known.length - digestBytes));
    held = known.subarray(certain.length);
    hash.update(certain);
    yield certain;
  }
  if (!hash.digest().equals(held)) throw damaged();
}

const magic = "age-encryption.org/";

/** Whether a backup is encrypted, by its first bytes. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.toString("latin1") === magic;
  } finally {
    await file.close();
  }
}

async function* encrypted(bytes: Chunks, key: string): Chunks {
  const encrypter = new Encrypter();
  encrypter.addRecipient(secretKey.test(key) ? await identityToRecipient(key) : key);
  yield* await encrypter.encrypt(ReadableStream.from(bytes));
}

async function* decrypted(bytes: Readable, key: string | undefined): Chunks {
  if (key === undefined) throw new BackupError("This backup is encrypted: BACKUP_KEY is needed to open it");
  if (!secretKey.test(key)) {
    throw new BackupError("This BACKUP_KEY can only write backups: the secret one is needed to open this one");
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const opened = await decrypter.decrypt(ReadableStream.from<Uint8Array>(bytes)).catch((error: unknown) => {
    const isWrongKey = error instanceof Error && /no identity matched/.test(error.message);
    throw isWrongKey ? new BackupError("This BACKUP_KEY does not open this backup") : error;
  });
  yield* opened;
}

/** Maps errors of the layers below to a BackupError for a damaged file. */
function toBackupError(error: unknown): unknown {
  if (error instanceof BackupError) return error;
  if (error instanceof Error && "syscall" in error && "code" in error) {
    return error.code === "ENOENT" ? new BackupError("There is no such backup") : error;
  }
  return damaged();
}
