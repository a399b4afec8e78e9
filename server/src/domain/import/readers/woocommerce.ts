import { notCounted } from "@shop/shared/catalog/import";
import { normalized } from "@shop/shared/normalized";
import { LRUCache } from "lru-cache";
import type { FileVariant } from "../../../db/schema/imports.ts";
import { descriptionCellLength } from "../cell-limits.ts";
import {
  categoriesAbove,
  FileGroup,
  type FileProduct,
  lastOf,
  mergeFacts,
  optionName,
  type ReadSettings,
  type Row,
  refuseDatedSale,
  valuesOf,
  variantProblem,
  withDescription,
  withStock,
} from "../file-row.ts";
import { decodeEntities, paragraphsOf } from "../plain-text.ts";

/** More products with variants than a file has between a product and its variants, and their characters. */
const parentsMax = 2_000;
const parentCharactersMax = 20_000_000;

type Parent = Pick<
  FileProduct,
  "values" | "images" | "problem" | "isMarkdown" | "categoryPath" | "oldAddress" | "facts"
> & {
  group: FileGroup;
};

const charactersOf = ({ values, images }: Parent) =>
  [...Object.values(values), ...images].reduce((sum, text) => sum + text.length, 1);

export async function* readWooCommerce(
  rows: AsyncIterable<Row>,
  { variants }: ReadSettings,
): AsyncGenerator<FileProduct> {
  const parents = new LRUCache<string, Parent>({
    max: parentsMax,
    maxSize: parentCharactersMax,
    sizeCalculation: charactersOf,
  });
  for await (const row of rows) {
    const types = row.of("type").toLowerCase();
    const { values, images, categoryPath } = wooValues(row);
    const id = row.of("id");
    // Products without an SKU are known by their number.
    if (values.key === undefined && id !== "") values.key = `id:${id}`;
    const attributes = attributesOf(row);
    const found = {
      line: row.line,
      values,
      images,
      problem: row.problem,
      warnings: row.warnings,
      isMarkdown: row.isMarkdown,
      facts: row.facts(),
      categoryPath,
      oldAddress: oldAddressOf(values.name),
    };
    if (types.includes("variable")) {
      const parent = { ...found, group: new FileGroup(row.line, values.name ?? "") };
      for (const name of [values.key, `id:${id}`]) if (name !== undefined) parents.set(name, parent);
      const problem = row.problem ?? variantProblem(attributes.flatMap(listedValues));
      if (variants === "refuse") yield { ...found, problem };
    } else if (types.includes("variation")) {
      const parent = parents.get(row.of("parent"));
      yield variants === "refuse"
        ? { ...found, problem: "It is a variant. Choose what becomes of variants to import it." }
        : variants === "group"
          ? groupedVariation(found, parent, optionsOf(row))
          : variation(found, parent, attributes.map(unescapeCommas).join(" / "));
    } else if (types.includes("grouped") || types.includes("external")) {
      yield { ...found, problem: "It is a group of products or sold elsewhere, which this shop does not have." };
    } else yield found;
  }
}

function wooValues(row: Row): Pick<FileProduct, "values" | "images" | "categoryPath"> {
  const { description, ...texts } = withWooStock(valuesOf(row), row);
  const html = paragraphsOf(description ?? row.of("short description", descriptionCellLength));
  const values = withDescription(texts, row.description(html, true));
  if (values.name !== undefined) values.name = decodeEntities(values.name);
  if (values.salePrice !== undefined) {
    refuseDatedSale(row, values, [row.of("date sale price starts"), row.of("date sale price ends")]);
  }
  // Categories are paths, several of them separated by commas.
  const [category = ""] = listedValues(row.field("category"));
  if (category !== "") values.category = decodeEntities(lastOf(category, ">"));
  const [brand = ""] = listedValues(row.field("brand"));
  if (brand !== "") values.brand = decodeEntities(lastOf(brand, ">"));
  const state = stateOf(row);
  delete values.state;
  if (state !== undefined) values.state = state;
  const categoryPath = categoriesAbove(decodeEntities(category));
  return { values, images: row.images(listedImages(row.field("image"))), categoryPath };
}

/** The usual path of a product, whose last part WordPress makes of its name; nothing for names in other scripts. */
function oldAddressOf(name = ""): string | undefined {
  const plain = normalized(name, "NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain
    .replaceAll(/['’.]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .replace(/-$/, "");
  return slug === "" || /[^\0-\x7f]/.test(plain.replaceAll(/[^\p{L}]/gu, "")) ? undefined : `/product/${slug}`;
}

/** What the file says of the state; a part of an export can say nothing. */
function stateOf(row: Row): string | undefined {
  const published = row.field("state");
  const isHidden = row.of("visibility in catalog").toLowerCase() === "hidden";
  if (published === "" && !isHidden) return undefined;
  return (published === "" || published === "1") && !isHidden ? "published" : "draft";
}

/**
 * The stock of a row by its number and its flag. What is in stock without a number, or can be ordered when nothing is left,
 * is not counted. Where they disagree, nothing is sold that the other shop did not sell.
 */
function withWooStock(found: FileProduct["values"], row: Row): FileProduct["values"] {
  const values = withStock(found, row);
  const flag = row.of("in stock?").toLowerCase();
  // A variation that shares the stock of its product has none of its own.
  if (values.stock === "parent") return without(values);
  if (flag === "0") {
    if (Number(values.stock ?? 0) > 0)
      row.warn("stock-disagrees", `Stock ${values.stock}, but marked as out of stock: 0`);
    return { ...values, stock: "0" };
  }
  const canBeOrdered = ["1", "yes", "notify"].includes(row.of("backorders allowed?").toLowerCase());
  if (flag === "backorder" || canBeOrdered) return { ...values, stock: notCounted };
  if (flag !== "1") return values;
  if (values.stock === undefined) return { ...values, stock: notCounted };
  if (Number(values.stock) === 0) row.warn("stock-disagrees", "Stock 0, but marked as in stock: 0");
  return values;
}

function without({ stock: _stock, ...values }: FileProduct["values"]): FileProduct["values"] {
  return values;
}

/** Addresses that commas separate; one may have commas of its own, with a backslash before them or not. */
function listedImages(text: string): string[] {
  const images = text.split(/(?<!\\),(?:\s+|(?=https?:))/i).map((image) => unescapeCommas(image).trim());
  return images.filter((image) => image !== "");
}

/** Values that commas separate; a comma of a value has a backslash before it. */
function listedValues(text: string): string[] {
  return text.split(/(?<!\\),\s*/).map(unescapeCommas);
}

const unescapeCommas = (text: string) => text.replaceAll("\\,", ",");

function attributesOf(row: Row): string[] {
  return [1, 2, 3, 4, 5, 6].map((place) => row.of(`attribute ${place} value(s)`)).filter((value) => value !== "");
}

/** The options of a variation with its values. */
function optionsOf(row: Row): FileVariant["options"] {
  return [1, 2, 3, 4, 5, 6].flatMap((place) => {
    const name = optionName(decodeEntities(row.of(`attribute ${place} name`)), "");
    const value = decodeEntities(unescapeCommas(row.of(`attribute ${place} value(s)`)));
    return name === "" ? [] : [{ name, value }];
  });
}

function groupedVariation(
  found: FileProduct,
  parent: Parent | undefined,
  options: FileVariant["options"],
): FileProduct {
  const variant = variation(found, parent, "");
  if (parent === undefined) return variant;
  const name = parent.values.name;
  const added = parent.group.add(options);
  const values = name === undefined ? variant.values : { ...variant.values, name };
  return { ...variant, ...added, values, problem: variant.problem ?? added.problem };
}

function variation(found: FileProduct, parent: Parent | undefined, options: string): FileProduct {
  if (parent === undefined) return { ...found, problem: "Its product does not come before it in the file." };
  const {
    key: _key,
    stock: _stock,
    price: _price,
    salePrice: _salePrice,
    sku: _sku,
    gtin: _gtin,
    ...inherited
  } = parent.values;
  const own = found.values;
  const name =
    own.name === undefined || own.name === inherited.name ? `${inherited.name ?? ""} – ${options}` : own.name;
  const images = found.images.length > 0 ? found.images : parent.images;
  const isMarkdown = own.description === undefined ? parent.isMarkdown : found.isMarkdown;
  return {
    ...found,
    isMarkdown,
    oldAddress: parent.oldAddress,
    facts: mergeFacts(parent.facts, found.facts),
    categoryPath: own.category === undefined ? parent.categoryPath : found.categoryPath,
    values: { ...inherited, ...own, name },
    images,
    problem: found.problem ?? parent.problem,
  };
}
