import { isId } from "@shop/shared/query";
import { and, eq, ne } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { imports } from "../../db/schema/imports.ts";
import { notFound } from "../base/errors.ts";

/** An import and who sent it. Fails with NOT_FOUND. */
export async function findImport(db: Db, id: string): Promise<{ found: typeof imports.$inferSelect; by: string }> {
  const [row] = isId(id)
    ? await db
        .select({ found: imports, by: users.name })
        .from(imports)
        .innerJoin(users, eq(users.id, imports.userId))
        .where(and(eq(imports.id, id), ne(imports.state, "uploading")))
    : [];
  if (row === undefined) throw notFound("Import");
  return row;
}
