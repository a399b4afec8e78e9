import type { ColumnUse, ImportColumn, ImportFormat } from "@shop/shared/catalog/import";
import { inLowerCase } from "./formats.ts";

type Uses = Readonly<Record<string, string>>;

/** What columns are read for that are no field of a product, by their headings in lower case. */
const readFor: Record<ImportFormat, Uses> = {
  own: {
    "further images": "Has the images after the first one",
    markdown: "Says whether the description is Markdown",
  },
  other: {},
  shopify: {
    status: "Decides whether the product is published",
    "product category": "Is the category where the type is empty",
    "option1 value": "Names the variant",
    "option2 value": "Names the variant",
    "option3 value": "Names the variant",
    "variant image": "Is the image of a variant",
    "variant image url": "Is the image of a variant",
    "inventory tracker": "Decides whether the stock is counted",
    "variant inventory tracker": "Decides whether the stock is counted",
    "continue selling when out of stock": "Decides whether the stock is counted",
    "variant inventory policy": "Decides whether the stock is counted",
  },
  woocommerce: {
    id: "Is the key where the SKU is empty",
    type: "Tells products from variants",
    parent: "Tells whose variant a row is",
    "in stock?": "Decides whether there is stock, and whether it is counted",
    "backorders allowed?": "Decides whether the stock is counted",
    "visibility in catalog": "Decides whether the product is published",
    "short description": "Is the description where that is empty",
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((place) => [`attribute ${place} value(s)`, "Names the variant"])),
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

/** What an import does with a column while it is no field. */
export function useOf(format: ImportFormat, { name, examples }: ImportColumn): ColumnUse {
  const heading = inLowerCase(name);
  const read = readFor[format][heading];
  if (read !== undefined) return { isRead: true, text: read };
  if (examples.length === 0) return { isRead: false, text: "it is empty in the first rows" };
  const repeated = /^(.+) \((\d+)\)$/.exec(name)?.[1];
  if (repeated !== undefined) return { isRead: false, text: `it repeats “${repeated}”` };
  const [, isCustom] = /(metafield|^meta:|^attribute \d+ )/.exec(heading) ?? [];
  return { isRead: false, text: ignoredFor[heading] ?? (isCustom ? editor : "no field is chosen for it") };
}
