import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A signing secret of this checkout, made once and kept in a file that only its owner can read. */
export async function devSecret(folder: string): Promise<string> {
  const file = join(folder, "jwt-secret");
  await mkdir(folder, { recursive: true });
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known;
  // Of several processes that start at once, the first to link wins and all read its secret, which is whole by then.
  const draft = join(folder, `jwt-secret.${randomUUID()}`);
  await writeFile(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(file, "utf8");
}
