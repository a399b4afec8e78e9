import type { SaveGroup } from "@shop/shared/catalog/product-group";
import { variantLabel } from "@shop/shared/catalog/variant-name";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import {
  productGroups,
  productOptions,
  productOptionValues,
  productVariants,
} from "../../../db/schema/product-groups.ts";
import { writeVariantLabels } from "../write-product.ts";
import { countRatings } from "./count-ratings.ts";

/** A group but for its products: each variant has the place of its value in each option, from 0. */
export type GroupContent = Pick<SaveGroup, "name" | "options" | "defaultVariant" | "sizeGuide"> & {
  variants: readonly { values: number[] }[];
};

/**
 * Writes a group with these products as its variants, in their order. What was in it and is not any more becomes a product
 * of its own. The caller has locked the products, those of before included, in the order of their ids.
 */
export async function replaceGroup(
  tx: Db,
  { groupId, content, ids }: { groupId: string; content: GroupContent; ids: readonly string[] },
): Promise<void> {
  const left = await clearGroup(tx, groupId);
  await writeGroup(tx, { groupId, content, ids });
  await writeVariantLabels(tx, [
    ...left.filter((id) => !ids.includes(id)).map((id) => ({ id, variantLabel: "" })),
    ...ids.map((id, place) => ({
      id,
      variantLabel: variantLabel(content.options, content.variants[place]?.values ?? []),
    })),
  ]);
  await countRatings(tx, [...new Set([...left, ...ids])]);
}

/** Makes every variant of a group a product of its own. The caller has locked them. */
export async function removeGroup(tx: Db, groupId: string): Promise<void> {
  const left = await clearGroup(tx, groupId);
  await tx.delete(productGroups).where(eq(productGroups.id, groupId));
  await writeVariantLabels(
    tx,
    left.map((id) => ({ id, variantLabel: "" })),
  );
  await countRatings(tx, left);
}

/** Takes all products from a group, with its options. Returns their ids. */
async function clearGroup(tx: Db, groupId: string): Promise<string[]> {
  const left = await tx
    .delete(productVariants)
    .where(eq(productVariants.groupId, groupId))
    .returning({ id: productVariants.productId });
  await tx.delete(productOptions).where(eq(productOptions.groupId, groupId));
  return left.map(({ id }) => id);
}

async function writeGroup(
  tx: Db,
  { groupId, content, ids }: { groupId: string; content: GroupContent; ids: readonly string[] },
): Promise<void> {
  const { name, options, variants, defaultVariant, sizeGuide } = content;
  const optionCount = options.length;
  const defaultProductId = defaultVariant === null ? null : (ids[defaultVariant] ?? null);
  const row = { name, optionCount, defaultProductId, sizeGuide };
  await tx
    .insert(productGroups)
    .values({ id: groupId, ...row })
    .onConflictDoUpdate({
      target: productGroups.id,
      set: { ...row, updatedAt: sql`now()`, version: sql`${productGroups.version} + 1` },
    });
  await tx
    .insert(productOptions)
    .values(options.map((option, place) => ({ groupId, option: place + 1, name: option.name })));
  await tx
    .insert(productOptionValues)
    .values(
      options.flatMap(({ values }, place) =>
        values.map(({ label, swatch }, n) => ({ groupId, option: place + 1, value: n + 1, label, swatch })),
      ),
    );
  await tx.insert(productVariants).values(
    variants.map(({ values }, place) => {
      const [value1 = 0, value2, value3] = values.map((value) => value + 1);
      const chosen = { value1, value2: value2 ?? null, value3: value3 ?? null };
      return { productId: ids[place] ?? "", groupId, optionCount, position: place + 1, ...chosen };
    }),
  );
}
