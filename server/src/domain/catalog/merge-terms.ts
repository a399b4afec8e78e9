import type { TermDetail } from "@shop/shared/admin-catalog";
import { isId } from "@shop/shared/query";
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { formerBrandSlugs, formerCategorySlugs, products } from "../../db/schema/catalog.ts";
import type { Admin } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { DomainError, notFound, retryingConflicts } from "../errors.ts";
import { readTerm, type Taxonomy, taxonomies, termsLock } from "./taxonomy.ts";

const formerSlugs = { brand: formerBrandSlugs, category: formerCategorySlugs } as const;

/**
 * Moves all products of a brand or category to another one and deletes the first, whose addresses lead to the other
 * from then on. Returns the one that stays and the number of products that moved. Fails with NOT_FOUND, and with VALIDATION
 * if the other one is unknown or the same.
 */
export async function mergeTerms(
  db: Db,
  admin: Admin,
  { taxonomy, id }: { taxonomy: Taxonomy; id: string },
  into: string,
): Promise<{ term: TermDetail; products: number }> {
  await readTerm(db, admin, taxonomy, id);
  if (id.toLowerCase() === into.toLowerCase()) throw refuse("Choose another one to merge into");
  if (!isId(into)) throw refuse("It does not exist any more");
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      // Renames lock terms and products in the same order.
      await tx.execute(sql`select pg_advisory_xact_lock(${termsLock})`);
      const { leaving, staying } = await lockBoth(tx, taxonomy, { id, into });
      const moved = await moveProducts(tx, taxonomy, { id, into });
      await redirectSlugs(tx, taxonomy, { leaving, into });
      await recordAct(tx, admin, {
        ...{ act: "merged", entity: taxonomy, entityId: id, subject: leaving.name },
        changes: { name: [leaving.name, staying.name], movedProducts: [0, moved] },
      });
      return { term: await readTerm(tx, admin, taxonomy, into), products: moved };
    }),
  );
}

function refuse(message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path: "into", message }] });
}

type Pair = { id: string; into: string };

/** Product updates take a share lock on their terms, so no product gets the one that leaves meanwhile. */
async function lockBoth(tx: Db, taxonomy: Taxonomy, { id, into }: Pair) {
  const { table, label } = taxonomies[taxonomy];
  const rows = await tx
    .select({ id: table.id, name: table.name, slug: table.slug })
    .from(table)
    .where(inArray(table.id, [id, into]))
    .orderBy(asc(table.id))
    .for("update");
  const leaving = rows.find((row) => row.id === id.toLowerCase());
  const staying = rows.find((row) => row.id === into.toLowerCase());
  if (leaving === undefined) throw notFound(label);
  if (staying === undefined) throw refuse("It does not exist any more");
  return { leaving, staying };
}

/** Deleted products move as well, so that nothing refers to the one that leaves. Returns how many others there were. */
async function moveProducts(tx: Db, taxonomy: Taxonomy, { id, into }: Pair): Promise<number> {
  const { reference } = taxonomies[taxonomy];
  const found = await tx
    .select({ deletedAt: products.deletedAt })
    .from(products)
    .where(eq(reference, id))
    .orderBy(asc(products.id))
    .for("no key update");
  await tx
    .update(products)
    .set({
      ...(taxonomy === "brand" ? { brandId: into } : { categoryId: into }),
      ...{ updatedAt: new Date(), version: sql`${products.version} + 1` },
    })
    .where(eq(reference, id));
  return found.filter(({ deletedAt }) => deletedAt === null).length;
}

async function redirectSlugs(
  tx: Db,
  taxonomy: Taxonomy,
  { leaving, into }: { leaving: { id: string; slug: string }; into: string },
): Promise<void> {
  const { table } = taxonomies[taxonomy];
  const former = formerSlugs[taxonomy];
  await tx.update(former).set({ termId: into }).where(eq(former.termId, leaving.id));
  await tx.delete(table).where(eq(table.id, leaving.id));
  await tx
    .insert(former)
    .values({ slug: leaving.slug, termId: into })
    .onConflictDoUpdate({ target: former.slug, set: { termId: into } });
}
