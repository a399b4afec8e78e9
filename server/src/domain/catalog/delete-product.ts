import { isId } from "@shop/shared/query";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/catalog.ts";
import type { Editor } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { notFound } from "../errors.ts";
import { isNotDeleted } from "./admin-products.ts";

/** Marks a product as deleted. Orders keep their lines with it. Fails with NOT_FOUND. */
export async function deleteProduct(db: Db, admin: Editor, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Product");
  await db.transaction(async (tx) => {
    const now = new Date();
    const [deleted] = await tx
      .update(products)
      .set({ deletedAt: now, updatedAt: now, version: sql`${products.version} + 1` })
      .where(and(eq(products.id, id), isNotDeleted))
      .returning({ id: products.id, name: products.name });
    if (deleted === undefined) throw notFound("Product");
    await recordAct(tx, admin, { act: "deleted", entity: "product", entityId: deleted.id, subject: deleted.name });
  });
}
