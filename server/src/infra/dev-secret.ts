import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The signing secret of this checkout, created once in a file that only its owner can read. */
export async function devSecret(folder: string): Promise<string> {
  const file = join(folder, "jwt-secret");
  await mkdir(folder, { recursive: true });
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known;
  // `link` is atomic: if several processes start at once, one wins, and all read its complete file.
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
