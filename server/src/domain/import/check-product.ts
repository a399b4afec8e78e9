import type { Changes } from "@shop/shared/admin/audit";
import { noImage } from "@shop/shared/catalog/image";
import { type ImportOptions, type ImportOutcome, importKeyLength, type RowWarning } from "@shop/shared/catalog/import";
import { oldAddressKey } from "@shop/shared/catalog/old-address";
import { isId, isStorableLine } from "@shop/shared/query";
import type { TaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { FileVariant, PreviousState } from "../../db/schema/imports.ts";
import { chooseImages } from "./choose-image.ts";
import { type CurrentProduct, stateOf } from "./current-products.ts";
import { factLines, readFacts } from "./facts.ts";
import type { FileProduct } from "./file-row.ts";
import { altLines, hasAlts } from "./image-alts.ts";
import { addressLines } from "./image-source.ts";
import { readValues, type Values } from "./read-values.ts";
import { warningsOf } from "./row-warnings.ts";
import { readTrade, tradeColumns } from "./trade-cells.ts";

/** What an import does with a product, before its row is written. */
export type CheckedProduct = {
  line: number;
  outcome: ImportOutcome;
  key: string;
  name: string;
  reason: string;
  productId: string | null;
  changes: Changes;
  previous: PreviousState | null;
  warnings: RowWarning[];
  groupLine: number | null;
  variant: FileVariant | null;
  categoryPath: string[] | null;
  oldAddress: string | null;
  images: string[];
};

/** What is known of the other products. */
export type Known = {
  current: CurrentProduct | undefined;
  ownerOfKey: string | undefined;
  /** Whether another product has an SKU. */
  isSkuTaken: (sku: string) => boolean;
  /** The classes of the terms of sale in force. */
  taxClasses: readonly TaxClass[];
};

/** What a dry run compares each product with. `usualPriceCents` is the median of the file's prices, if it has several. */
export type CheckRules = { options: ImportOptions; usualPriceCents: number | undefined };

/** Decides what an import does with one product of the file, whose numbers have the decimal mark of `options`. */
export function checkProduct(
  product: FileProduct,
  known: Known,
  { options, usualPriceCents }: CheckRules,
): CheckedProduct {
  const { values, line } = product;
  const { current } = known;
  const checked: CheckedProduct = {
    line,
    outcome: "refused",
    key: (values.key ?? "").slice(0, importKeyLength),
    reason: "",
    name: (values.name ?? current?.name ?? "").slice(0, importKeyLength),
    productId: current?.id ?? null,
    changes: {},
    previous: null,
    warnings: [],
    groupLine: product.groupLine ?? null,
    variant: product.variant ?? null,
    categoryPath: product.categoryPath ?? null,
    oldAddress: oldAddressKey(product.oldAddress ?? "") ?? null,
    images: product.images,
  };
  const reason = product.problem ?? problemOf(product, known);
  if (reason !== undefined) return { ...checked, reason };
  const { image, moreImages, imageAlts, warnings } = chooseImages(product, current);
  const found = readValues(product, image, current, options);
  if (typeof found === "string") return { ...checked, reason: found };
  const { warnings: ofPrices, ...read } = found;
  const facts = readFacts(product, current);
  const { trade, warnings: ofTrade } = readTrade(product, {
    mark: options.decimal,
    isSkuTaken: known.isSkuTaken,
    taxClasses: known.taxClasses,
  });
  checked.warnings = [
    ...(product.warnings ?? []),
    ...warnings,
    ...ofTrade,
    ...facts.warnings,
    ...ofPrices,
    ...warningsOf(read, current, usualPriceCents),
  ];
  const key = values.key ?? current?.key ?? null;
  const optionsNow = optionsAfter(product.variant, current);
  if (optionsNow === undefined) {
    checked.warnings.push({ kind: "other-options", about: (current?.options ?? "").replaceAll("\n", ", ") });
    checked.groupLine = null;
  }
  const written = {
    ...read,
    ...trade,
    attributes: facts.lines,
    isMarkdown: product.isMarkdown,
    key,
    options: optionsNow,
    moreImages,
    imageAlts,
  };
  if (current === undefined) return { ...checked, outcome: "new", changes: changesOfNew(written) };
  const changes = changesOf(current, written);
  const previous = {
    publishedAt: current.publishedAt?.toISOString() ?? null,
    imageSource: current.imageSource ?? "",
    moreSources: current.moreSources ?? [],
    moreImages: current.moreImages,
  };
  return { ...checked, outcome: Object.keys(changes).length === 0 ? "same" : "changed", changes, previous };
}

function problemOf({ values }: FileProduct, { current, ownerOfKey }: Known): string | undefined {
  if (values.id !== undefined && !isId(values.id)) return "ID is not one of this shop";
  if (values.id !== undefined && current === undefined) return "No product has this ID";
  if (values.id === undefined && values.key === undefined) return "Key is required, to find the product again";
  if (values.key === undefined) return undefined;
  if (values.key.length > importKeyLength) return `Key can have at most ${importKeyLength} characters`;
  if (!isStorableLine(values.key)) return "Key contains characters that cannot be stored";
  return ownerOfKey !== undefined && ownerOfKey !== current?.id ? "Another product has this key" : undefined;
}

type WithKey = Values & {
  key: string | null;
  options: string | undefined;
  moreImages: string[] | undefined;
  imageAlts: string | undefined;
};

/**
 * What sets a variant apart after the import, a line for each option; as before for a product without options in the file.
 * Nothing for one that the shop has with other options, which stay.
 */
function optionsAfter(variant: FileVariant | undefined, current: CurrentProduct | undefined): string | undefined {
  const before = current?.options ?? "";
  if (variant === undefined) return before;
  const namesOf = (lines: string) =>
    lines
      .split("\n")
      .map((line) => line.slice(0, line.indexOf(":")).toLowerCase())
      .join("\n");
  const after = variant.options.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return before === "" || namesOf(before) === namesOf(after) ? after : undefined;
}

function changesOfNew(values: WithKey): Changes {
  const {
    image,
    isStockCounted,
    isMarkdown,
    options = "",
    attributes = "",
    moreImages,
    imageAlts = "",
    ...others
  } = values;
  const changes: Changes = {};
  if (isMarkdown === true) changes.isMarkdown = [null, true];
  if (isStockCounted === false) changes.isStockCounted = [null, false];
  if (moreImages !== undefined) changes.moreImages = [null, moreImages.join("\n")];
  if (imageAlts !== "") changes.imageAlts = [null, imageAlts];
  if (attributes !== "") changes.attributes = [null, attributes];
  if (options !== "") changes.options = [null, options];
  for (const [field, value] of Object.entries(others)) if (value !== undefined) changes[field] = [null, value];
  if (image !== undefined && image !== "" && image !== noImage) changes.image = [noImage, image];
  return changes;
}

/** The fields in which a file differs from the product. Brands and categories have the same name in any case. */
function changesOf(current: CurrentProduct, values: WithKey): Changes {
  const changes: Changes = {};
  const before = { ...current, state: stateOf(current), attributes: factLines(current.attributes) };
  const fields = [
    ...(["name", "description", "isMarkdown", "brand", "category", "priceCents", "reducedCents"] as const),
    ...(["countInStock", "isStockCounted", "state", "key", "options", "attributes"] as const),
    ...tradeColumns,
  ];
  for (const field of fields) {
    const value = values[field];
    if (value === undefined || value === before[field]) continue;
    const isAnyCase = field === "brand" || field === "category" || field === "options";
    if (isAnyCase && String(value).toLowerCase() === before[field].toLowerCase()) continue;
    changes[field] = [before[field], value];
  }
  const { image } = values;
  if (image !== undefined && image !== current.image && image !== current.imageSource) {
    changes.image = [current.image, image];
  }
  const lines = values.moreImages?.join("\n");
  const linesNow = addressLines(current.moreImages);
  if (lines !== undefined && lines !== linesNow && lines !== current.moreSources?.join("\n")) {
    changes.moreImages = [linesNow, lines];
  }
  // Images that are still to be fetched get theirs with them.
  const hasSameAlts = changes.moreImages === undefined && hasAlts(current, values.imageAlts);
  if (values.imageAlts !== undefined && !hasSameAlts) changes.imageAlts = [altLines(current), values.imageAlts];
  return changes;
}
