import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { billOfMaterials, type Release } from "./bill-of-materials.ts";

/**
 * Writes what is published of a packaged shop into a folder: the archive, its bill of materials, the checksums of both, and
 * with a key (Ed25519, PEM) the signature of the checksums with its public key. The same package gives the same bytes.
 */
export async function writeRelease(packaged: string, folder: string, release: Release, key?: string): Promise<void> {
  const base = `${release.name}-${release.version}`;
  const archive = join(folder, `${base}.tar.gz`);
  const materials = join(folder, `${base}.cdx.json`);
  await mkdir(folder, { recursive: true });
  await writeArchive(packaged, { archive, root: base, date: release.date });
  await writeFile(materials, await billOfMaterials(release));
  const sums = await Promise.all(
    [archive, materials].map(async (file) => `${await sha256(file)}  ${basename(file)}\n`),
  );
  await writeFile(join(folder, "SHA256SUMS"), sums.join(""));
  if (key === undefined) return;
  const signed = sign(null, Buffer.from(sums.join("")), createPrivateKey(key));
  await writeFile(join(folder, "SHA256SUMS.sig"), signed);
  const publicKey = createPublicKey(key).export({ type: "spki", format: "pem" });
  await writeFile(join(folder, "release-key.pem"), publicKey);
}

type Archived = { archive: string; root: string; date: Date };

/** Files in the order of their paths, of one owner and time, so that nothing of the machine is in the archive. */
async function writeArchive(packaged: string, { archive, root, date }: Archived): Promise<void> {
  const entries = pack();
  const writing = pipeline(entries, createGzip({ level: 9 }), createWriteStream(archive));
  for (const name of (await namesIn(packaged)).toSorted()) {
    const path = join(packaged, name);
    const found = await lstat(path);
    const header = { name: `${root}/${name}`, mtime: date, uid: 0, gid: 0 };
    if (found.isSymbolicLink()) entries.entry({ ...header, type: "symlink", linkname: await readlink(path) });
    else if (found.isDirectory()) entries.entry({ ...header, type: "directory", mode: 0o755 });
    else {
      const isExecutable = (found.mode & 0o100) !== 0;
      entries.entry({ ...header, mode: isExecutable ? 0o755 : 0o644 }, await readFile(path));
    }
  }
  entries.finalize();
  await writing;
}

/** The paths of everything in a folder. What a link leads to is none of them: nothing could be unpacked into the link. */
async function namesIn(folder: string, within = ""): Promise<string[]> {
  const entries = await readdir(join(folder, within), { withFileTypes: true });
  const names = entries.map(async (entry) => {
    const name = join(within, entry.name);
    return entry.isDirectory() ? [name, ...(await namesIn(folder, name))] : [name];
  });
  return (await Promise.all(names)).flat();
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
