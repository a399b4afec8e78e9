import type { EntryVariants, ProductGroup, ProductOption } from "@shop/shared/catalog/catalog";
import { toWire } from "@shop/shared/money";
import { type SQL, sql } from "drizzle-orm";
import {
  productGroups,
  productOptions,
  productOptionValues,
  productVariants,
} from "../../../db/schema/product-groups.ts";
import { products } from "../../../db/schema/products.ts";

/** A product's name with what sets it apart in its group: "Linen Shirt · Sand, M". As `fullName` of `shared` writes it. */
export const fullNameOf = (product: SQL | typeof products): SQL<string> =>
  sql<string>`concat_ws(' · ', ${product}.name, nullif(${product}.variant_label, ''))`;

/** The same of a query's product. */
export const fullNameColumn = fullNameOf(products);

/** The options of a group with their values, in wire format. */
export const optionsOf = (groupId: SQL): SQL<ProductOption[]> => sql<ProductOption[]>`(
  select json_agg(json_build_object('name', o.name, 'values', (
    select json_agg(json_build_object('label', v.label, 'swatch', v.swatch) order by v.value)
    from ${productOptionValues} v where v.group_id = o.group_id and v.option = o.option
  )) order by o.option)
  from ${productOptions} o where o.group_id = ${groupId}
)`;

/** The places of a variant's values from 0, as JSON. */
export const placesOf = (variant: SQL): SQL<number[]> =>
  sql<
    number[]
  >`array_to_json(array_remove(array[${variant}.value_1 - 1, ${variant}.value_2 - 1, ${variant}.value_3 - 1], null))`;

/** What sets a query's variant apart, a line for each option, as files have it; empty for a product without options. */
export const optionLines = sql<string>`coalesce((
  select string_agg(o.name || ': ' || l.label, E'\n' order by o.option)
  from ${productOptions} o join ${productOptionValues} l on l.group_id = o.group_id and l.option = o.option
  where o.group_id = ${productVariants.groupId} and l.value = case l.option when 1 then ${productVariants.value1}
    when 2 then ${productVariants.value2} else ${productVariants.value3} end
), '')`;

/** The value of a variant `v` in the option of a value `l`. */
export const variantValue = sql.raw("case l.option when 1 then v.value_1 when 2 then v.value_2 else v.value_3 end");

/** Whether a product `p` is visible. */
export const isOnSale = sql.raw("p.published_at is not null and p.deleted_at is null");

/** The ids of a query's product and of all others of its group, as rows of `member_id`. */
export const membersOf = (productId: SQL | typeof products.id): SQL => sql`(
  select ${productId} as member_id
  union all
  select other.product_id from ${productVariants} own join ${productVariants} other on other.group_id = own.group_id
  where own.product_id = ${productId} and other.product_id <> own.product_id
)`;

type VariantRow = Omit<ProductGroup["variants"][number], "price"> & { priceCents: number };
export type GroupRow = Omit<ProductGroup, "variants" | "sizeGuide"> & {
  variants: VariantRow[] | null;
  sizeGuide: string | null;
};

/** The group of a query's product with all variants on sale, as a column; null without one. */
export const groupColumn = sql<GroupRow | null>`(
  select json_build_object('_id', g.id, 'name', g.name, 'sizeGuide', g.size_guide, 'options', ${optionsOf(sql.raw("g.id"))},
    'variants', (
      select json_agg(json_build_object('_id', p.id, 'values', ${placesOf(sql.raw("v"))}, 'priceCents', p.price_cents,
        'countInStock', p.count_in_stock, 'image', p.image) order by v.position)
      from ${productVariants} v join ${products} p on p.id = v.product_id where v.group_id = g.id and ${isOnSale}
    ))
  from ${productVariants} own join ${productGroups} g on g.id = own.group_id where own.product_id = ${products.id}
)`.as("product_group");

/** The group of a row of `groupColumn`. */
export function toGroup({ _id, name, options, variants, sizeGuide }: GroupRow): ProductGroup {
  return {
    _id,
    name,
    options,
    variants: (variants ?? []).map(({ priceCents, ...variant }) => ({ ...variant, price: toWire(priceCents) })),
    ...(sizeGuide === null ? {} : { sizeGuide }),
  };
}

export type EntryRow = {
  count: number;
  fromCents: number;
  toCents: number;
  swatches: EntryVariants["swatches"] | null;
  /** The names of the options, and of each how many values the variants have. */
  names: string[] | null;
  values: number[];
};

/** What an entry of a list says of the group of a query's product, as a column; null without a group. */
export const entryColumn = sql<EntryRow | null>`(
  select json_build_object('count', count(*), 'fromCents', min(p.price_cents), 'toCents', max(p.price_cents), 'swatches', (
      select json_agg(json_build_object('label', s.label, 'swatch', s.swatch) order by s.value)
      from ${productOptionValues} s where s.group_id = own.group_id and s.swatch <> '' and exists (
        select from ${productVariants} shown join ${products} p on p.id = shown.product_id
        where shown.group_id = s.group_id and ${isOnSale}
          and s.value = case s.option when 1 then shown.value_1 when 2 then shown.value_2 else shown.value_3 end
      )
    ), 'names', (select json_agg(o.name order by o.option) from ${productOptions} o where o.group_id = own.group_id),
    'values', json_build_array(count(distinct v.value_1), count(distinct v.value_2), count(distinct v.value_3)))
  from ${productVariants} own join ${productVariants} v on v.group_id = own.group_id join ${products} p on p.id = v.product_id
  where own.product_id = ${products.id} and ${isOnSale}
  group by own.group_id
)`.as("entry");

type PriceRange = { fromCents: number; toCents: number };

/** What an entry says of the group of a row of `entryColumn`; with what its variants cost by discounts, if one costs less. */
export function toEntryVariants(
  { count, swatches, names, values, ...prices }: EntryRow,
  discounted?: PriceRange,
): EntryVariants {
  const { fromCents, toCents } = discounted ?? prices;
  const choices = swatches !== null && swatches.length > 1 ? "" : choicesOf(names ?? [], values);
  return {
    count,
    fromPrice: toWire(prices.fromCents),
    isOnePrice: fromCents === toCents,
    swatches: swatches ?? [],
    ...(choices === "" ? {} : { choices }),
    ...(discounted === undefined ? {} : { discountedFrom: toWire(fromCents) }),
  };
}

/** `3 colors, 2 sizes`. Other options have names of the owner's, whose plural is not known. */
function choicesOf(names: readonly string[], values: readonly number[]): string {
  const wordOf = (name: string) => (/colou?r$/i.test(name) ? "colors" : /size$/i.test(name) ? "sizes" : "options");
  const choices = names.map((name, place) => ({ count: values[place] ?? 0, word: wordOf(name) }));
  return choices
    .filter(({ count }) => count > 1)
    .map(({ count, word }) => `${count} ${word}`)
    .join(", ");
}
