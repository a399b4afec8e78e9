import { importRowsMax, notCounted } from "@shop/shared/catalog/import";
import { inWords } from "../cell-limits.ts";
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
import { FileProblem } from "../read-file.ts";

/** The characters of a file whose products are held until their variants are known. */
const charactersMax = 30_000_000;

type Variation = { sku: string; options: { name: string; value: string }[] };

/** Products of Magento 2. A configurable product names its variants, which are rows before or after it. */
export async function* readMagento(rows: AsyncIterable<Row>, { variants }: ReadSettings): AsyncGenerator<FileProduct> {
  const products = new Map<string, FileProduct>();
  const configurable: { product: FileProduct; variations: Variation[] }[] = [];
  let characters = 0;
  for await (const row of rows) {
    // Rows of other store views translate the product.
    if (row.of("store_view_code") !== "") continue;
    characters += row.characters;
    if (characters > charactersMax || products.size > importRowsMax) throw tooLarge();
    const type = row.of("product_type").toLowerCase();
    const product = productOf(row);
    if (type === "configurable") configurable.push({ product, variations: variationsOf(row) });
    else if (type === "grouped" || type === "bundle")
      yield { ...product, problem: "It is a group of products, which this shop does not have." };
    else products.set(product.values.key ?? `line ${row.line}`, product);
  }
  if (variants !== "products") for (const each of configurable) yield* variantsOf(each, products, variants);
  yield* products.values();
}

function tooLarge(): FileProblem {
  return new FileProblem(`The file has more than ${inWords(charactersMax)} characters. Please split it.`);
}

/** The variants of a configurable product, which are taken from the products. */
function* variantsOf(
  { product, variations }: { product: FileProduct; variations: Variation[] },
  products: Map<string, FileProduct>,
  variants: "group" | "refuse",
): Generator<FileProduct> {
  if (variants === "refuse") {
    const labels = variations.map(({ options }) => options.map(({ value }) => value).join(" / "));
    yield { ...product, problem: variantProblem(labels) };
  }
  const group = new FileGroup(product.line, product.values.name ?? "");
  for (const { sku, options } of variations) {
    const found = products.get(sku);
    if (found === undefined) continue;
    products.delete(sku);
    if (variants === "refuse") {
      yield { ...found, problem: "It is a variant. Choose what becomes of variants to import it." };
      continue;
    }
    const added = group.add(options);
    const name = product.values.name ?? found.values.name;
    // A variant is not visible by itself; its product says whether it is for sale.
    const state = product.values.state ?? found.values.state;
    const images = found.images.length > 0 ? found.images : product.images;
    yield {
      ...found,
      ...added,
      images,
      oldAddress: product.oldAddress,
      facts: mergeFacts(product.facts, found.facts),
      values: { ...found.values, ...(name !== undefined && { name }), ...(state !== undefined && { state }) },
      problem: found.problem ?? added.problem,
    };
  }
}

/** `sku=A,size=S,color=Red|sku=B,…`, with the names of the options as labels where there are any. */
function variationsOf(row: Row): Variation[] {
  const labels = new Map(pairsOf(row.of("configurable_variation_labels", 20_000)));
  const lists = row.of("configurable_variations", 200_000).split("|");
  return lists.flatMap((list) => {
    const pairs = pairsOf(list);
    const sku = pairs.find(([name]) => name === "sku")?.[1];
    const options = pairs
      .filter(([name]) => name !== "sku")
      .map(([name, value]) => ({ name: optionName(labels.get(name) ?? name, name), value }));
    return sku === undefined ? [] : [{ sku, options }];
  });
}

function pairsOf(text: string): [string, string][] {
  return text.split(",").flatMap((pair): [string, string][] => {
    const place = pair.indexOf("=");
    return place === -1 ? [] : [[pair.slice(0, place).trim(), pair.slice(place + 1).trim()]];
  });
}

function productOf(row: Row): FileProduct {
  const { description, ...texts } = valuesOf(row);
  const values = withDescription(texts, row.description(description ?? row.of("short_description", 200_000), true));
  const path = deepest(row.field("category"));
  if (path !== "") values.category = lastOf(path, ">");
  const online = row.field("state");
  delete values.state;
  if (online !== "") values.state = online === "1" ? "published" : "draft";
  if (values.salePrice !== undefined) {
    refuseDatedSale(row, values, [row.of("special_price_from_date"), row.of("special_price_to_date")]);
  }
  return {
    line: row.line,
    values: stockOf(values, row),
    images: row.images(imagesOf(row)),
    problem: row.problem,
    warnings: row.warnings,
    facts: row.facts(),
    isMarkdown: row.isMarkdown,
    categoryPath: categoriesAbove(path),
    oldAddress: row.of("url_key") === "" ? undefined : `/${row.of("url_key")}.html`,
  };
}

/** The longest of the paths `Default Category/Gear,Default Category/Gear/Bags`, without its root. */
function deepest(text: string): string {
  const paths = text.split(",").map((path) => path.split("/").slice(1));
  const [longest = []] = paths.sort((left, right) => right.length - left.length);
  return longest.map((name) => name.trim()).join(" > ");
}

function stockOf(found: FileProduct["values"], row: Row): FileProduct["values"] {
  const isCounted = row.of("manage_stock") !== "0" || row.of("use_config_manage_stock") === "1";
  const goesOn = ["1", "2"].includes(row.of("allow_backorders")) && row.of("use_config_backorders") !== "1";
  if (!isCounted || goesOn) return { ...found, stock: notCounted };
  const values = withStock(found, row);
  if (row.of("is_in_stock") !== "0" || values.stock === undefined || Number(values.stock) === 0) return values;
  row.warn("stock-disagrees", `Stock ${values.stock}, but marked as out of stock: 0`);
  return { ...values, stock: "0" };
}

/** Images are files of the shop's media folder, which a ZIP can have by their names. */
function imagesOf(row: Row): string[] {
  const listed = [row.field("image"), ...row.of("additional_images", 20_000).split(",")];
  const names = listed.map((image) => (/^https?:/i.test(image) ? image : lastOf(image, "/")));
  return [...new Set(names.filter((image) => image !== "" && image !== "no_selection"))];
}
