import type { MenuOrder } from "@shop/shared/catalog/admin-catalog";
import { isId } from "@shop/shared/query";
import { asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { lowered } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { type Taxonomy, taxonomies, termsLock } from "./taxonomy.ts";

/** The brands or categories in the order that admins gave them, and the others. */
export async function readMenuOrder(db: Db, _admin: Admin<"products.read">, taxonomy: Taxonomy): Promise<MenuOrder> {
  const { table } = taxonomies[taxonomy];
  const rows = await db
    .select({ _id: table.id, name: table.name, menuPosition: table.menuPosition })
    .from(table)
    .orderBy(asc(table.menuPosition), asc(lowered(table.name)), asc(table.id));
  const toTerm = ({ _id, name }: (typeof rows)[number]) => ({ _id, name });
  return {
    placed: rows.filter(({ menuPosition }) => menuPosition !== null).map(toTerm),
    others: rows.filter(({ menuPosition }) => menuPosition === null).map(toTerm),
  };
}

/**
 * Gives these brands or categories the first positions in the menu, in this order, and takes away all others'. The last one
 * to save decides. Fails with VALIDATION if one of them does not exist any more.
 */
export async function orderMenu(
  db: Db,
  admin: Admin<"products.write">,
  taxonomy: Taxonomy,
  ids: readonly string[],
): Promise<MenuOrder> {
  const { table } = taxonomies[taxonomy];
  const order = () =>
    db.transaction(async (tx) => {
      // Row locks alone would miss a term that gets its first position meanwhile.
      await tx.execute(sql`select pg_advisory_xact_lock(${termsLock})`);
      const known = ids.filter(isId).map((id) => id.toLowerCase());
      const rows = await tx
        .select({ id: table.id, name: table.name, menuPosition: table.menuPosition })
        .from(table)
        .where(or(inArray(table.id, known), isNotNull(table.menuPosition)))
        .orderBy(asc(table.id))
        .for("no key update");
      const positions = new Map(known.map((id, place) => [id, place + 1]));
      if (positions.size !== ids.length || known.some((id) => !rows.some((row) => row.id === id))) {
        const message = "One of them does not exist any more. Please load the page again.";
        throw new DomainError("VALIDATION", message, { errors: [{ path: "ids", message }] });
      }
      for (const { id, name, menuPosition } of rows) {
        const wanted = positions.get(id) ?? null;
        if (wanted === menuPosition) continue;
        await tx
          .update(table)
          .set({ menuPosition: wanted, version: sql`${table.version} + 1`, updatedAt: new Date() })
          .where(eq(table.id, id));
        const changes = { menuPosition: [menuPosition, wanted] } satisfies Record<
          string,
          [number | null, number | null]
        >;
        await recordAct(tx, admin, { act: "updated", entity: taxonomy, entityId: id, subject: name, changes });
      }
    });
  await retryingConflicts(order);
  return readMenuOrder(db, admin, taxonomy);
}
