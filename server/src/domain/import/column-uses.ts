import type { ColumnUse, ImportColumn, ImportFormat, ImportKind, RecordKind } from "@shop/shared/catalog/import";
import { readHeading } from "./formats.ts";

type Uses = Readonly<Record<string, string>>;

const numbered = (count: number, use: (place: number) => [heading: string, text: string]): Uses =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => use(place + 1)));

/** A heading that some versions mark as required. */
const marked = (heading: string, use: string): Uses =>
  Object.fromEntries([heading, `${heading}*`, `${heading} *`].map((name) => [name, use]));

/** What columns are read for that are no field of a product, by their headings in lower case. */
const readFor: Record<ImportFormat, Uses> = {
  own: {
    "further images": "Has the images after the first one",
    "image texts": "Says what the images show",
    markdown: "Says whether the description is Markdown",
  },
  other: {},
  shopify: {
    status: "Decides whether the product is published",
    "product category": "Is the category where the type is empty",
    ...numbered(3, (place) => [`option${place} name`, "Names the option"]),
    ...numbered(3, (place) => [`option${place} value`, "Names the variant"]),
    "image alt text": "Says what an image shows",
    "variant image": "Is the image of a variant",
    "variant image url": "Is the image of a variant",
    "inventory tracker": "Decides whether the stock is counted",
    "variant inventory tracker": "Decides whether the stock is counted",
    "continue selling when out of stock": "Decides whether the stock is counted",
    "variant inventory policy": "Decides whether the stock is counted",
  },
  prestashop: {
    ...marked("product id", "Is the key where the reference is empty"),
    "product reference": "Finds the product of a combination",
    ...marked("attribute (name:type:position)", "Names the options"),
    ...marked("value (value:position)", "Names the variant"),
    "impact on price": "Is added to the price of the product",
    "impact on weight": "Is added to the weight of the product",
    "default (0 = no, 1 = yes)": "Tells which combination the product itself becomes",
    default: "Tells which combination the product itself becomes",
    summary: "Is the description where that is empty",
    "short description": "Is the description where that is empty",
  },
  magento: {
    product_type: "Tells products from variants",
    store_view_code: "Leaves out what other languages say",
    configurable_variations: "Tells the variants and their options",
    configurable_variation_labels: "Names the options",
    short_description: "Is the description where that is empty",
    additional_images: "Has the images after the first one",
    is_in_stock: "Decides whether there is stock",
    manage_stock: "Decides whether the stock is counted",
    allow_backorders: "Decides whether the stock is counted",
  },
  wix: {
    fieldtype: "Tells products from variants",
    surcharge: "Is added to the price of a variant",
    discountmode: "Says what the discount is",
    discountvalue: "Is the discount",
    ...numbered(6, (place) => [`productoptionname${place}`, "Names the option"]),
    ...numbered(6, (place) => [`productoptiondescription${place}`, "Names the variant"]),
  },
  etsy: numbered(10, (place) => [`image${place}`, "Is an image"]),
  shopware: {
    id: "Tells the product of a variant",
    parent_id: "Tells the product of a variant",
    options: "Names the variant",
  },
  spree: {
    track_inventory: "Decides whether the stock is counted",
    inventory_backorderable: "Decides whether the stock is counted",
    weight_unit: "Is the unit of the weight",
    category1: "Is the category",
    ...numbered(3, (place) => [`image${place}_src`, "Is an image"]),
    ...numbered(3, (place) => [`option${place}_name`, "Names the option"]),
    ...numbered(3, (place) => [`option${place}_value`, "Names the variant"]),
  },
  vendure: {
    optiongroups: "Names the options",
    optionvalues: "Names the variant",
    facets: "Has the brand and the category",
    trackinventory: "Decides whether the stock is counted",
    variantassets: "Is the image of a variant",
    enabled: "Decides whether the product is published",
  },
  woocommerce: {
    id: "Is the key where the SKU is empty",
    type: "Tells products from variants",
    parent: "Tells whose variant a row is",
    "in stock?": "Decides whether there is stock, and whether it is counted",
    "backorders allowed?": "Decides whether the stock is counted",
    "visibility in catalog": "Decides whether the product is published",
    "short description": "Is the description where that is empty",
    ...numbered(6, (place) => [`attribute ${place} name`, "Names the option"]),
    ...numbered(6, (place) => [`attribute ${place} value(s)`, "Names the variant"]),
  },
};

const planned = "prices of a sale are planned in the shop";
const noField = "products have no such field";
const editor = "it is entered with the product";

/** Why columns are ignored that an owner may miss. */
const ignoredFor: Uses = {
  "date sale price starts": planned,
  "date sale price ends": planned,
  tags: noField,
  "seo title": noField,
  "seo description": noField,
  "gift card": noField,
  "tax class": noField,
  "tax status": noField,
  "charge tax": noField,
  "variant taxable": noField,
};

/** What columns of customers and orders are read for that are no fields, by how their headings begin. */
const readForRecords: Record<RecordKind, readonly [start: RegExp, text: string][]> = {
  customers: [],
  orders: [
    [/^line_item_\d+$/, "Is a line item"],
    [/^refund_items$/, "Is what was refunded, where no other column says it"],
    [/^(billing[ _]|.* \(billing\)$)/, "Counts where there is no delivery address or name"],
  ],
};

/** Why columns of customers and orders are ignored that an owner may miss. */
const ignoredForRecords: readonly [part: RegExp, text: string][] = [
  [/password|user_pass/, "passwords do not move; the first sign-in is by a code that is mailed"],
  [/phone|tags|note|tax exempt|sms/, "customers and orders have no such field"],
  [/^(total spent|total orders|orders|aov)$/, "it is the sum of the orders"],
];

/** What an import does with a column while it is no field. */
export function columnUse(kind: ImportKind, format: ImportFormat, { name, examples }: ImportColumn): ColumnUse {
  const heading = readHeading(format, name);
  const read = kind === "products" ? readFor[format][heading] : textFor(readForRecords[kind], heading);
  if (read !== undefined) return { isRead: true, text: read };
  if (examples.length === 0) return { isRead: false, text: "it is empty in the first rows" };
  const repeated = /^(.+) \((\d+)\)$/.exec(name)?.[1];
  if (repeated !== undefined) return { isRead: false, text: `it repeats “${repeated}”` };
  if (kind !== "products")
    return { isRead: false, text: textFor(ignoredForRecords, heading) ?? "no field is chosen for it" };
  const [, isCustom] = /(metafield|^meta:|^attribute \d+ )/.exec(heading) ?? [];
  return { isRead: false, text: ignoredFor[heading] ?? (isCustom ? editor : "no field is chosen for it") };
}

/** The text of the first pattern that a heading matches. */
function textFor(patterns: readonly [RegExp, string][], heading: string): string | undefined {
  return patterns.find(([pattern]) => pattern.test(heading))?.[1];
}
