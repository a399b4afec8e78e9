import { changesBetween } from "@shop/shared/admin/audit";
import type { TermDetail, UpdateTerm } from "@shop/shared/catalog/admin-catalog";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import type { Editor } from "../base/actor.ts";
import { DomainError, refuseStale, retryingConflicts, violates } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { deriveAtOnce } from "./derive-renamed.ts";
import { detailOf, lockForChange, type Taxonomy, taxonomies, termsLock, toDetail } from "./taxonomy.ts";

/** The fields that an admin changes, as the audit names them. */
const changingFields = ["name", "description", "image", "imageAlt", "menuPosition"] as const;

/**
 * Changes a brand or category. A new name is its products' name for it at once; a trigger gives it a slug. What its
 * products are found by follows: at once where they are few, else by a job. Fails with NOT_FOUND, with NAME_TAKEN when another
 * term has the name in any case, and with STALE when the term has changed since
 * the version of `input`.
 */
export async function updateTerm(
  db: Db,
  admin: Editor,
  { taxonomy, id }: { taxonomy: Taxonomy; id: string },
  input: UpdateTerm,
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
      const [after] = await tx
        .update(table)
        .set({ name, description, image, imageAlt, menuPosition, version: before.version + 1, updatedAt: new Date() })
        .where(eq(table.id, id))
        .returning(detail);
      if (after === undefined) throw new Error("a locked term is gone");
      const changes = changesBetween(before, after, changingFields);
      await recordAct(tx, admin, { act: "updated", entity: taxonomy, entityId: id, subject: after.name, changes });
      return { detail: toDetail(after), isRenamed: before.name !== after.name };
    });
  try {
    const updated = await retryingConflicts(update);
    if (updated.isRenamed) await deriveAtOnce(db, updated.detail._id);
    return updated.detail;
  } catch (error) {
    if (!violates(error, uniqueKey)) throw error;
    const message = `${label} already exists`;
    throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "name", message }] });
  }
}
