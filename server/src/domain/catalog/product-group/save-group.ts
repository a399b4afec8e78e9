import { changesBetween } from "@shop/shared/admin/audit";
import type { EndGroup, GroupDetail, SaveGroup } from "@shop/shared/catalog/product-group";
import { variantLabel } from "@shop/shared/catalog/variant-name";
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../../db/client.ts";
import { productVariants } from "../../../db/schema/product-groups.ts";
import { products } from "../../../db/schema/products.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import { isNotDeleted } from "../admin-products.ts";
import { copyParts } from "../copy-product.ts";
import { lockTermsOf, requireLocked } from "../delete-product.ts";
import { insertProducts } from "../write-product.ts";
import { findGroup, readGroup } from "./read-group.ts";
import { removeGroup, replaceGroup } from "./write-group.ts";

type LockedProduct = typeof products.$inferSelect;

/**
 * Makes these products the variants of one group, with new ones like the product `id` where a variant has no product yet;
 * returns the new state. What was in the group and is not any more becomes a product of its own. Fails with NOT_FOUND; with
 * VALIDATION if a product is not there or is in another group; and with STALE when somebody has changed the group since
 * `version` was read.
 */
export async function saveGroup(db: Db, admin: Admin<"products.write">, input: SaveGroup): Promise<GroupDetail | null> {
  const wanted = input.variants.flatMap(({ productId }) => productId ?? []);
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      const terms = await lockTermsOf(tx, [input.id]);
      const { own, found, before } = await lockGroup(tx, input.id, { wanted, version: input.version });
      requireLocked(own, terms);
      refuseMissing(input, found);
      const groupId = before?.id ?? uuidv7();
      await refuseGrouped(tx, input, groupId);
      const ids = await insertMissing(tx, admin, { own, input });
      const labels = input.variants.map(({ values }) => variantLabel(input.options, values));
      await replaceGroup(tx, { groupId, content: input, ids });
      const optionLines = (options: SaveGroup["options"]) =>
        options.map(({ name, values }) => `${name}: ${values.map(({ label }) => label).join(", ")}`).join("\n");
      const changes = changesBetween(
        { options: optionLines(before?.options ?? []), variants: before?.variants ?? "" },
        { options: optionLines(input.options), variants: labels.join("\n") },
        ["options", "variants"],
      );
      await recordAct(tx, admin, { act: "updated", entity: "product", entityId: input.id, subject: own.name, changes });
    }),
  );
  return readGroup(db, admin, input.id);
}

/** Makes every variant of a product's group a product of its own. Fails with NOT_FOUND, and with STALE as `saveGroup`. */
export async function endGroup(
  db: Db,
  admin: Admin<"products.write">,
  { id, version }: EndGroup,
): Promise<GroupDetail | null> {
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      const { own, before } = await lockGroup(tx, id, { wanted: [], version });
      if (before === undefined) return;
      await removeGroup(tx, before.id);
      const changes = changesBetween({ variants: before.variants }, { variants: "" }, ["variants"]);
      await recordAct(tx, admin, { act: "updated", entity: "product", entityId: id, subject: own.name, changes });
    }),
  );
  return readGroup(db, admin, id);
}

/** Locks a product, the variants of its group and other products by id, and reads the group once nobody can change it. */
async function lockGroup(tx: Db, id: string, { wanted, version }: { wanted: string[]; version: number | null }) {
  const seen = await findGroup(tx, id);
  const members = seen === undefined ? [] : await readMembers(tx, seen.id);
  const found = await lockProducts(tx, [id, ...wanted, ...members.map((member) => member.id)]);
  const own = found.get(id);
  if (own === undefined) throw notFound("Product");
  const group = await findGroup(tx, id);
  if ((group?.version ?? null) !== version) {
    throw new DomainError("STALE", "Someone else changed these variants meanwhile");
  }
  if (group === undefined) return { own, found, before: undefined };
  const variants = (await readMembers(tx, group.id)).map((member) => member.variantLabel).join("\n");
  return { own, found, before: { ...group, variants } };
}

function readMembers(tx: Db, groupId: string) {
  return tx
    .select({ id: products.id, variantLabel: products.variantLabel })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(eq(productVariants.groupId, groupId))
    .orderBy(asc(productVariants.position));
}

/** Sorted by id so that concurrent saves lock in the same order. */
async function lockProducts(tx: Db, ids: readonly string[]): Promise<Map<string, LockedProduct>> {
  const rows = await tx
    .select()
    .from(products)
    .where(and(inArray(products.id, [...ids]), isNotDeleted))
    .orderBy(asc(products.id))
    .for("no key update");
  return new Map(rows.map((row) => [row.id, row]));
}

type FieldErrors = { path: string; message: string }[];

function refuse(errors: FieldErrors): void {
  if (errors[0] !== undefined) throw new DomainError("VALIDATION", errors[0].message, { errors });
}

function refuseMissing({ variants }: SaveGroup, found: ReadonlyMap<string, unknown>): void {
  refuse(
    variants.flatMap(({ productId }, place) =>
      productId === null || found.has(productId)
        ? []
        : [{ path: `variants.${place}.productId`, message: "This product is not there any more" }],
    ),
  );
}

/** A product of another group would be missed there. */
async function refuseGrouped(tx: Db, { variants }: SaveGroup, groupId: string): Promise<void> {
  const ids = variants.flatMap(({ productId }) => productId ?? []);
  const others = await tx
    .select({ id: productVariants.productId })
    .from(productVariants)
    .where(and(inArray(productVariants.productId, ids), ne(productVariants.groupId, groupId)));
  const taken = new Set<string | null>(others.map(({ id }) => id));
  const message = "This product is a variant of another one already. Remove it there first.";
  refuse(
    variants.flatMap(({ productId }, place) =>
      taken.has(productId) ? [{ path: `variants.${place}.productId`, message }] : [],
    ),
  );
}

/** The ids of all variants in their order, after adding the missing products: like the given one, with nothing in stock. */
async function insertMissing(
  tx: Db,
  admin: Admin<"products.write">,
  { own, input }: { own: LockedProduct; input: SaveGroup },
): Promise<string[]> {
  const ids = input.variants.map(({ productId }) => productId ?? uuidv7());
  const added = ids.filter((_id, place) => input.variants[place]?.productId === null);
  if (added.length === 0) return ids;
  const { image, imageAlt, brandId, categoryId, description, isMarkdown, publishedAt } = own;
  const shared = { name: input.name, image, imageAlt, brandId, categoryId, description, isMarkdown, publishedAt };
  const priceCents = own.regularPriceCents ?? own.priceCents;
  await insertProducts(
    tx,
    added.map((id) => ({ ...shared, id, priceCents, countInStock: 0, userId: admin.id })),
  );
  await copyParts(
    tx,
    added.map((id) => ({ from: own.id, to: id })),
  );
  return ids;
}
