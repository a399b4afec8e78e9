import type { ProductDetail } from "@shop/shared/catalog/admin-catalog";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../../db/client.ts";
import {
  productGroups,
  productOptions,
  productOptionValues,
  productVariants,
} from "../../../db/schema/product-groups.ts";
import { products } from "../../../db/schema/products.ts";
import type { Admin } from "../../base/actor.ts";
import { notFound, Overtaken, retryingConflicts } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import { isNotDeleted, readProductDetail } from "../admin-products.ts";
import { type CopiedProduct, copyName, copyParts } from "../copy-product.ts";
import { lockTermsOf } from "../delete-product.ts";
import { insertProducts } from "../write-product.ts";
import { findGroup } from "./read-group.ts";

/**
 * Creates drafts of all variants of a product's group, in a group of their own with the same options: with nothing in stock
 * and no codes. Returns the copy of the product. Fails with NOT_FOUND, also for a product without a group.
 */
export function duplicateGroup(db: Db, admin: Admin<"products.write">, id: string): Promise<ProductDetail> {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const { copied, names, groupId } = await copyVariants(tx, admin, id);
      await copyGroup(tx, groupId, copied);
      const own = copied.find(({ from }) => from === id);
      if (own === undefined) throw notFound("Product");
      const subject = names.get(own.to) ?? "";
      await recordAct(tx, admin, { act: "created", entity: "product", entityId: own.to, subject });
      return readProductDetail(tx, admin, own.to);
    }),
  );
}

async function copyVariants(tx: Db, admin: Admin<"products.write">, id: string) {
  const group = await findGroup(tx, id);
  if (group === undefined) throw notFound("Product");
  const members = await memberIds(tx, group.id);
  await lockTermsOf(tx, members);
  // An edit meanwhile would leave copies of neither state.
  const originals = await tx
    .select()
    .from(products)
    .where(and(inArray(products.id, members), isNotDeleted))
    .orderBy(asc(products.id))
    .for("share");
  if ((await findGroup(tx, id))?.version !== group.version) throw new Overtaken();
  const copied: CopiedProduct[] = originals.map((original) => ({ from: original.id, to: uuidv7() }));
  const rows = originals.map(
    ({ image, imageAlt, brandId, categoryId, description, isMarkdown, variantLabel, ...original }, place) => ({
      image,
      imageAlt,
      brandId,
      categoryId,
      description,
      isMarkdown,
      variantLabel,
      id: copied[place]?.to ?? "",
      name: copyName(original.name),
      priceCents: original.regularPriceCents ?? original.priceCents,
      countInStock: 0,
      userId: admin.id,
    }),
  );
  await insertProducts(tx, rows);
  await copyParts(tx, copied);
  return { copied, names: new Map(rows.map((row) => [row.id, row.name])), groupId: group.id };
}

async function memberIds(tx: Db, groupId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: productVariants.productId })
    .from(productVariants)
    .where(eq(productVariants.groupId, groupId));
  return rows.map(({ id }) => id);
}

async function copyGroup(tx: Db, from: string, copied: readonly CopiedProduct[]): Promise<void> {
  const to = uuidv7();
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(copied)}::jsonb) as pair("from" uuid, "to" uuid)`;
  await tx.execute(sql`
    insert into ${productGroups} (id, name, option_count, default_product_id, size_guide)
    select ${to}, name, option_count, (select pair."to" from ${pairs} where pair."from" = default_product_id), size_guide
    from ${productGroups} where id = ${from}`);
  await tx.execute(sql`
    insert into ${productOptions} (group_id, option, name)
    select ${to}, option, name from ${productOptions} where group_id = ${from}`);
  await tx.execute(sql`
    insert into ${productOptionValues} (group_id, option, value, label, swatch)
    select ${to}, option, value, label, swatch from ${productOptionValues} where group_id = ${from}`);
  await tx.execute(sql`
    insert into ${productVariants} (product_id, group_id, option_count, position, value_1, value_2, value_3)
    select pair."to", ${to}, option_count, position, value_1, value_2, value_3
    from ${pairs} join ${productVariants} on product_id = pair."from"`);
}
