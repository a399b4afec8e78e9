import { variantLabel } from "@shop/shared/catalog/variant-name";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../src/db/client.ts";
import {
  productGroups,
  productOptions,
  productOptionValues,
  productVariants,
} from "../../src/db/schema/product-groups.ts";
import { writeVariantLabels } from "../../src/domain/catalog/write-product.ts";

export type MadeGroup = {
  name?: string;
  options: { name: string; values: (string | { label: string; swatch: string })[] }[];
  /** The products with the places of their values. */
  variants: { productId: string; values: number[] }[];
  defaultProductId?: string;
  sizeGuide?: string;
};

/** Makes products the variants of a new group; returns its id. */
export async function makeGroup(db: Db, { name = "Group", options, variants, ...more }: MadeGroup): Promise<string> {
  const id = uuidv7();
  const optionCount = options.length;
  const whole = options.map((option) => ({
    name: option.name,
    values: option.values.map((value) => (typeof value === "string" ? { label: value, swatch: "" } : value)),
  }));
  await db.transaction(async (tx) => {
    await tx.insert(productGroups).values({ id, name, optionCount, ...more });
    await tx
      .insert(productOptions)
      .values(whole.map((option, n) => ({ groupId: id, option: n + 1, name: option.name })));
    await tx
      .insert(productOptionValues)
      .values(
        whole.flatMap(({ values }, n) =>
          values.map((value, m) => ({ groupId: id, option: n + 1, value: m + 1, ...value })),
        ),
      );
    await tx.insert(productVariants).values(
      variants.map(({ productId, values: [value1 = 0, value2, value3] }, place) => ({
        productId,
        groupId: id,
        optionCount,
        position: place + 1,
        value1: value1 + 1,
        value2: value2 === undefined ? null : value2 + 1,
        value3: value3 === undefined ? null : value3 + 1,
      })),
    );
    await writeVariantLabels(
      tx,
      variants.map(({ productId, values }) => ({ id: productId, variantLabel: variantLabel(whole, values) })),
    );
  });
  return id;
}

/** What must hold of groups and what is derived of them, whatever has happened: each row is a fault. */
export async function faultsOfGroups(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    with visible as (
      select p.id, v.group_id, p.price_cents, row_number() over (
          partition by v.group_id order by p.id = g.default_product_id desc nulls last, v.position) - 1 as place,
        v.group_id is not null and row_number() over (
          partition by v.group_id, p.brand_id, p.category_id, p.price_cents
          order by p.id = g.default_product_id desc nulls last, v.position) > 1 as is_alike
      from products p left join product_variants v on v.product_id = p.id left join product_groups g on g.id = v.group_id
      where p.published_at is not null and p.deleted_at is null
    ), derived as (
      select id, group_id, is_alike, case when group_id is null then 0 else place end as place,
        case when group_id is not null and place = 0 then min(price_cents) over (partition by group_id) end as from_cents
      from visible
    )
    select 'facets' as what, d.id::text from derived d left join product_facets f on f.product_id = d.id
    where (d.group_id, d.place, d.from_cents, d.is_alike) is distinct from (f.group_id, f.place, f.from_cents, f.is_alike)
      or f.product_id is null
    union all
    select 'search', d.id::text from derived d left join product_search s on s.product_id = d.id
    where (d.group_id, d.place) is distinct from (s.group_id, s.place) or s.product_id is null
    union all
    select 'size', variants::text from catalogue_size
    where variants <> (select count(*) from derived where place > 0)`);
  return rows;
}
