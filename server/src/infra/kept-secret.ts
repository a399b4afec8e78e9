import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A signing secret of this checkout, made once and kept in a file that only its owner can read. */
export async function keptSecret(folder: string): Promise<string> {
  const file = join(folder, "jwt-secret");
  await mkdir(folder, { recursive: true });
  // Of several processes that start at once, the first to write wins and all read its secret.
  await writeFile(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  return readFile(file, "utf8");
}
