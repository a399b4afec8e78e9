import { changesBetween } from "@shop/shared/admin/audit";
import type { SaveSiblings, SiblingGroup } from "@shop/shared/catalog/siblings";
import { isId } from "@shop/shared/query";
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { productSiblings, products } from "../../db/schema/products.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { isNotDeleted, requireProduct } from "./admin-products.ts";

/** The siblings of a product, drafts and the product itself included. Fails with NOT_FOUND. */
export async function readSiblings(db: Db, admin: Admin, id: string): Promise<SiblingGroup> {
  await requireProduct(db, admin, id);
  const rows = await readGroup(db, id);
  const siblings = rows
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ id, name, image, label, publishedAt }) => ({ _id: id, name, image, label, isDraft: publishedAt === null }));
  return { siblings, version: rows[0]?.groupId ?? null };
}

/**
 * Makes these products the siblings of each other, or ends the group of a product for an empty list; returns the new
 * state. Fails with NOT_FOUND; with VALIDATION if a product is not there or is in another group; and with STALE when
 * somebody has changed the group since `version` was read.
 */
export async function saveSiblings(db: Db, admin: Admin, input: SaveSiblings): Promise<SiblingGroup> {
  const { id, siblings, version } = input;
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      const seen = await readGroup(tx, id);
      const wanted = siblings.map(({ productId }) => productId);
      const found = await lockProducts(tx, [id, ...wanted, ...seen.map((row) => row.id)]);
      const own = found.get(id);
      if (own === undefined) throw notFound("Product");
      // Whoever changes the group locks this product too.
      const before = await readGroup(tx, id);
      if ((before[0]?.groupId ?? null) !== version) {
        throw new DomainError("STALE", "Someone else changed these products meanwhile");
      }
      refuseMissing(wanted, found);
      await refuseGrouped(tx, wanted, version);
      if (version !== null) await tx.delete(productSiblings).where(eq(productSiblings.groupId, version));
      await insertGroup(tx, siblings);
      const lines = (rows: readonly { name: string; label: string }[]) =>
        rows.map(({ name, label }) => `${label}: ${name}`).join("\n");
      const after = siblings.map(({ productId, label }) => ({ name: found.get(productId) ?? "", label }));
      const changes = changesBetween({ siblings: lines(before) }, { siblings: lines(after) }, ["siblings"]);
      await recordAct(tx, admin, { act: "updated", entity: "product", entityId: id, subject: own, changes });
    }),
  );
  return readSiblings(db, admin, id);
}

/** The rows of a product's group in their order; none for a product without one. */
function readGroup(db: Db, id: string) {
  if (!isId(id)) throw notFound("Product");
  const own = alias(productSiblings, "own");
  return db
    .select({
      id: products.id,
      name: products.name,
      image: products.image,
      publishedAt: products.publishedAt,
      deletedAt: products.deletedAt,
      label: productSiblings.label,
      groupId: productSiblings.groupId,
    })
    .from(own)
    .innerJoin(productSiblings, eq(productSiblings.groupId, own.groupId))
    .innerJoin(products, eq(products.id, productSiblings.productId))
    .where(eq(own.productId, id))
    .orderBy(asc(productSiblings.position));
}

/** The names of the products that are there, by id. Sorted by id so that concurrent saves lock in the same order. */
async function lockProducts(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(inArray(products.id, [...ids]), isNotDeleted))
    .orderBy(asc(products.id))
    .for("no key update");
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function refuseMissing(wanted: readonly string[], found: ReadonlyMap<string, string>): void {
  const errors = wanted.flatMap((id, place) =>
    found.has(id) ? [] : [{ path: `siblings.${place}.productId`, message: "This product is not there any more" }],
  );
  if (errors.length > 0) throw new DomainError("VALIDATION", errors[0]?.message ?? "", { errors });
}

/** A product of another group would be missed there. */
async function refuseGrouped(tx: Db, wanted: readonly string[], version: string | null): Promise<void> {
  if (wanted.length === 0) return;
  const others = await tx
    .select({ id: productSiblings.productId })
    .from(productSiblings)
    .where(
      and(
        inArray(productSiblings.productId, [...wanted]),
        version === null ? undefined : ne(productSiblings.groupId, version),
      ),
    );
  const taken = new Set(others.map(({ id }) => id));
  const message = "This product already belongs to others. Remove it there first.";
  const errors = wanted.flatMap((id, place) =>
    taken.has(id) ? [{ path: `siblings.${place}.productId`, message }] : [],
  );
  if (errors.length > 0) throw new DomainError("VALIDATION", message, { errors });
}

async function insertGroup(tx: Db, siblings: SaveSiblings["siblings"]): Promise<void> {
  if (siblings.length === 0) return;
  const groupId = uuidv7();
  await tx
    .insert(productSiblings)
    .values(siblings.map(({ productId, label }, place) => ({ productId, groupId, position: place + 1, label })));
}
