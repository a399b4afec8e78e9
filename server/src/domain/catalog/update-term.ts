import { type Changes, changesBetween } from "@shop/shared/admin/audit";
import type { TermDetail, UpdateCategory } from "@shop/shared/catalog/admin-catalog";
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { categories } from "../../db/schema/terms.ts";
import type { Editor } from "../base/actor.ts";
import { DomainError, refuseStale, retryingConflicts, violates } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { idsWithin, placeCategory } from "./category-tree.ts";
import { deriveAtOnce } from "./derive-renamed.ts";
import { detailOf, lockForChange, type Taxonomy, taxonomies, termsLock, toDetail } from "./taxonomy.ts";

/** The fields that an admin changes, as the audit names them. */
const changingFields = ["name", "description", "image", "imageAlt", "menuPosition"] as const;

/**
 * Changes a brand or category. A new name is its products' name for it at once; a trigger gives it a slug. What its
 * products are found by follows, and what those of the categories below are: at once where they are few, else by a job. Fails
 * with NOT_FOUND, with NAME_TAKEN when another term has the name in any case, with STALE when the term has changed since the
 * version of `input`, and with VALIDATION when the category cannot be below the chosen one.
 */
export async function updateTerm(
  db: Db,
  admin: Editor<"products.write">,
  { taxonomy, id }: { taxonomy: Taxonomy; id: string },
  input: UpdateCategory,
): Promise<TermDetail> {
  const { table, label, uniqueKey } = taxonomies[taxonomy];
  const detail = detailOf(taxonomy);
  const { name, description, image, imageAlt, menuPosition } = input;
  const update = () =>
    db.transaction(async (tx) => {
      // Saving an order of the menu changes positions too.
      await tx.execute(sql`select pg_advisory_xact_lock(${termsLock})`);
      const before = await lockForChange(tx, taxonomy, id);
      refuseStale(before, input);
      const parentId = input.parentId?.toLowerCase() ?? input.parentId;
      const isMoved = taxonomy === "category" && parentId !== undefined && parentId !== before.parentId;
      if (isMoved) await placeCategory(tx, before._id, parentId);
      const [after] = await tx
        .update(table)
        .set({ name, description, image, imageAlt, menuPosition, version: before.version + 1, updatedAt: new Date() })
        .where(eq(table.id, id))
        .returning(detail);
      if (after === undefined) throw new Error("a locked term is gone");
      const moved = isMoved ? await namesOfMove(tx, before.parentId, after.parentId) : {};
      const changes = { ...changesBetween(before, after, changingFields), ...moved };
      await recordAct(tx, admin, { act: "updated", entity: taxonomy, entityId: id, subject: after.name, changes });
      return { detail: toDetail(taxonomy, after), isRenamed: isMoved || before.name !== after.name };
    });
  try {
    const updated = await retryingConflicts(update);
    if (updated.isRenamed) {
      const id = updated.detail._id;
      await deriveAtOnce(
        db,
        taxonomy === "category" ? [id, ...(await idsWithin(db, id)).filter((each) => each !== id)] : [id],
      );
    }
    return updated.detail;
  } catch (error) {
    if (!violates(error, uniqueKey)) throw error;
    const message = `${label} already exists`;
    throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "name", message }] });
  }
}

/** The categories above one before and after it was moved, as the audit names them. */
async function namesOfMove(tx: Db, before: string | null, after: string | null): Promise<Changes> {
  const ids = [before, after].flatMap((id) => id ?? []);
  const rows = await tx
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(inArray(categories.id, ids));
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name ?? null;
  return { parent: [nameOf(before), nameOf(after)] };
}
