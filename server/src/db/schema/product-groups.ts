import { optionsMax, variantsMax } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, version } from "./columns.ts";
import { products } from "./products.ts";

/** Products that are the same but for a size, a colour and the like. Each is one of its variants. */
export const productGroups = pgTable(
  "product_groups",
  {
    id: id(),
    name: text().notNull(),
    /** How many options it has. A variant refers to it, so that it has a value of each. */
    optionCount: smallint().notNull(),
    /** The variant that lists show while it is in stock; null for the first one. */
    defaultProductId: uuid().references(() => products.id, { onDelete: "set null" }),
    /** The slug of the page that tells sizes; null for none. */
    sizeGuide: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    unique("product_groups_option_count_key").on(table.id, table.optionCount),
    check("product_groups_have_options", sql`${table.optionCount} between 1 and ${sql.raw(String(optionsMax))}`),
    check("product_groups_name_not_blank", sql`${table.name} <> ''`),
    index("product_groups_default").on(table.defaultProductId),
  ],
);

/** What the variants of a group differ by: "Size". */
export const productOptions = pgTable(
  "product_options",
  {
    groupId: uuid()
      .notNull()
      .references(() => productGroups.id, { onDelete: "cascade" }),
    /** Its place in the group, from 1. */
    option: smallint().notNull(),
    name: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.option] }),
    check("product_options_at_most_three", sql`${table.option} between 1 and ${sql.raw(String(optionsMax))}`),
    // Choices in lists have the name before a colon, as those of attributes.
    check("product_options_name", sql`${table.name} <> '' and strpos(${table.name}, ':') = 0`),
    unique("product_options_name_once").on(table.groupId, table.name),
    index("product_options_by_name").on(table.name, table.groupId),
  ],
);

/** The values of an option in their order: "S", "M", "L". */
export const productOptionValues = pgTable(
  "product_option_values",
  {
    groupId: uuid().notNull(),
    option: smallint().notNull(),
    /** Its place in the option, from 1. */
    value: smallint().notNull(),
    label: text().notNull(),
    /** A colour as `#rrggbb` or an image that stands for it; empty for none. */
    swatch: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.option, table.value] }),
    foreignKey({
      name: "product_option_values_option_fk",
      columns: [table.groupId, table.option],
      foreignColumns: [productOptions.groupId, productOptions.option],
    }).onDelete("cascade"),
    unique("product_option_values_once").on(table.groupId, table.option, table.label),
    check("product_option_values_not_blank", sql`${table.label} <> ''`),
    check("product_option_values_from_one", sql`${table.value} >= 1`),
    index("product_option_values_chosen").on(table.label, table.groupId, table.option),
  ],
);

/** The options that a value is of, for the foreign keys of variants. */
const ofOption = (name: string, option: number) => smallint(name).generatedAlwaysAs(sql.raw(String(option)));

/** The products of groups, each with one value of each option. A product is in one group at most. */
export const productVariants = pgTable(
  "product_variants",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    groupId: uuid().notNull(),
    optionCount: smallint().notNull(),
    /** Its place in the group, from 1. */
    position: smallint().notNull(),
    value1: smallint("value_1").notNull(),
    value2: smallint("value_2"),
    value3: smallint("value_3"),
    option1: ofOption("option_1", 1),
    option2: ofOption("option_2", 2),
    option3: ofOption("option_3", 3),
  },
  (table) => {
    const valueFields = [table.value1, table.value2, table.value3] as const;
    const optionFields = [table.option1, table.option2, table.option3] as const;
    return [
      foreignKey({
        name: "product_variants_group_fk",
        columns: [table.groupId, table.optionCount],
        foreignColumns: [productGroups.id, productGroups.optionCount],
      }).onDelete("cascade"),
      ...[0, 1, 2].map((place) =>
        foreignKey({
          name: `product_variants_value_${place + 1}_fk`,
          columns: [table.groupId, optionFields[place] ?? table.option1, valueFields[place] ?? table.value1],
          foreignColumns: [productOptionValues.groupId, productOptionValues.option, productOptionValues.value],
        }),
      ),
      check(
        "product_variants_have_all_values",
        sql`${table.optionCount} = num_nonnulls(${table.value1}, ${table.value2}, ${table.value3})
          and (${table.value2} is not null or ${table.value3} is null)`,
      ),
      unique("product_variants_once").on(table.groupId, table.value1, table.value2, table.value3).nullsNotDistinct(),
      unique("product_variants_one_per_place").on(table.groupId, table.position),
      check("product_variants_at_most", sql`${table.position} between 1 and ${sql.raw(String(variantsMax))}`),
    ];
  },
);
