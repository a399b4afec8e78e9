import { productRowsMax } from "../cell-limits.ts";
import {
  FileGroup,
  type FileProduct,
  optionName,
  type ReadSettings,
  type Row,
  valuesOf,
  variantProblem,
  withStock,
} from "../file-row.ts";

/**
 * The combinations of PrestaShop's products, a row for each. What they have in common is in the file of products, which
 * was imported before; the default one is the product itself. The rows of a product follow each other.
 */
export async function* readCombinations(rows: AsyncIterable<Row>, settings: ReadSettings): AsyncGenerator<FileProduct> {
  const ended = new Set<string>();
  let held: Row[] = [];
  let last = "";
  for await (const row of rows) {
    // A row that cannot be read is refused with the product above it.
    const key = row.problem === undefined ? keysOf(row).join("\n") : last;
    if (key !== last || held.length === productRowsMax) {
      yield* combinationsOf(held, settings);
      ended.add(last);
      held = [];
      last = key;
    }
    if (ended.has(key))
      row.problem ??= "Its product has too many rows, or they are too far from each other. Sort the file by product.";
    held.push(row);
  }
  yield* combinationsOf(held, settings);
}

/** The keys by which the file of products may have brought the product: its reference, or its number without one. */
function keysOf(row: Row): string[] {
  const reference = anyOf(row, "product reference");
  const id = anyOf(row, "product id");
  return [...(reference === "" ? [] : [reference]), ...(id === "" ? [] : [`id:${id}`])];
}

/** A cell whose heading can have a mark of what is required. */
function anyOf(row: Row, heading: string): string {
  return row.of(heading) || row.of(`${heading}*`) || row.of(`${heading} *`);
}

function* combinationsOf(rows: readonly Row[], { variants }: ReadSettings): Generator<FileProduct> {
  const [first] = rows;
  if (first === undefined) return;
  const isDefault = (row: Row) => /^(1|yes)$/i.test(row.of("default (0 = no, 1 = yes)") || row.of("default"));
  const main = rows.find(isDefault) ?? first;
  const productKeys = keysOf(first);
  const shared = sharedReferences(rows, productKeys);
  const group = new FileGroup(first.line, "");
  for (const row of rows) {
    const options = optionsOf(row);
    const label = options.map(({ value }) => value).join(" / ");
    const values = withStock(valuesOf(row), row);
    // Without a reference of its own, it is known by its options.
    if (values.key === undefined || shared.has(values.key)) values.key = `${productKeys[0] ?? ""}#${label}`;
    if (Number(values.cost) === 0) delete values.cost;
    const added = variants === "refuse" ? { problem: variantProblem([label]) } : group.add(options);
    yield {
      line: row.line,
      values,
      images: row.images(
        row
          .field("image")
          .split(/,\s*(?=https?:)/)
          .filter((image) => image !== ""),
      ),
      warnings: row.warnings,
      facts: row.facts(),
      ...(variants === "group" ? added : { problem: added.problem }),
      problem: row.problem ?? added.problem,
      combination: {
        productKeys,
        label,
        isMain: row === main,
        price: row.of("impact on price"),
        mainPrice: main.of("impact on price"),
        weight: row.of("impact on weight"),
      },
    };
  }
}

/** The references that several combinations have, or the product too. */
function sharedReferences(rows: readonly Row[], productKeys: readonly string[]): ReadonlySet<string> {
  const seen = new Set(productKeys);
  return new Set(
    rows.flatMap((row) => {
      const reference = row.field("key");
      const isShared = seen.has(reference);
      seen.add(reference);
      return isShared ? [reference] : [];
    }),
  );
}

/** `Size:select:0, Color:color:1` and `S:0, Blue:0`: names and values with what the other shop shows them by. */
function optionsOf(row: Row): { name: string; value: string }[] {
  const names = partsOf(anyOf(row, "attribute (name:type:position)")).map((part) => part.split(":")[0] ?? "");
  const values = partsOf(anyOf(row, "value (value:position)")).map((part) => part.replace(/:[^:]*$/, ""));
  return names.map((name, place) => ({
    name: optionName(name, `Option ${place + 1}`),
    value: (values[place] ?? "").trim(),
  }));
}

function partsOf(cell: string): string[] {
  return cell.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
}
