import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The folder of the shop's own migrations. */
export const migrations = join(fileURLToPath(import.meta.url), "../../../../drizzle");

const journalSchema = z.object({ entries: z.array(z.record(z.string(), z.unknown())) }).loose();

/** A copy of the shop's migrations within a folder, cut off after `upTo` of them, and with others behind, by name. */
export async function migrationsWith(
  within: string,
  more: Record<string, string> = {},
  upTo = Number.POSITIVE_INFINITY,
): Promise<string> {
  const folder = join(within, `drizzle-${Object.keys(more).join("-")}-${upTo}`);
  await cp(migrations, folder, { recursive: true });
  const journalFile = join(folder, "meta/_journal.json");
  const journal = journalSchema.parse(JSON.parse(await readFile(journalFile, "utf8")));
  const entries = journal.entries.slice(0, upTo);
  const far = Date.now() + 1e12;
  for (const [place, [tag, statements]] of Object.entries(more).entries()) {
    entries.push({ idx: entries.length, version: "7", when: far + place, tag, breakpoints: true });
    await writeFile(join(folder, `${tag}.sql`), statements);
  }
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }));
  return folder;
}
