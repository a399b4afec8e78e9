import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { importChunks } from "../../db/schema/imports.ts";

/** The stored file, piece by piece. */
export async function* readChunks(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const [chunk] = await db
      .select({ content: importChunks.content })
      .from(importChunks)
      .where(and(eq(importChunks.importId, importId), eq(importChunks.place, place)));
    if (chunk === undefined) return;
    yield chunk.content;
  }
}
